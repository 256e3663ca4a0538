-- Rows as the first version kept them.
INSERT INTO house (version) VALUES (1);
SELECT nextval('replicas');
INSERT INTO tables (id, header, seq, hash, record, version, changed, stage, due)
    VALUES ('pig-2', 'header 2', 1, 'def', 'record 2', 0, 9, 'turn', 70),
           ('pig-1', 'header 1', 2, 'abc', 'record 1', 2, 7, NULL, NULL);
UPDATE tables SET ending = 'end', claimed = 3 WHERE id = 'pig-1';
INSERT INTO entries VALUES ('pig-1', 1, 'one'), ('pig-1', 2, 'two'), ('pig-2', 1, 'other');
INSERT INTO heard VALUES ('pig-1', 'ann', 'm', 2, 6), ('pig-2', 'ann', 'm', 1, 8);
INSERT INTO keys VALUES ('who:ann', 'pig-1'), ('who:ann', 'pig-2'), ('tag:x', 'pig-2');
INSERT INTO snapshots VALUES ('pig-2', 1, 1, '{}');
INSERT INTO outbox (table_id, seq, viewer, told) VALUES ('pig-1', 2, 'v', 't'), ('pig-2', 1, 'w', 'u');
DELETE FROM outbox WHERE table_id = 'pig-1';
INSERT INTO leases VALUES ('task', 'holder', 5);
