-- After the fourth form: what a service has left in the tables that are new in it.
INSERT INTO outbox (table_id, seq, viewer, told, time)
    VALUES ('774c19b69f3f0d3977128b078e8f71b4', 6, '"spectator"', '[{"notice":"It goes on."}]', 1794952440000);
INSERT INTO notes (key, note, recipient, asked, time)
    VALUES ('letter:99:0', '{"platform":"slack","to":{"person":"U2"}}', 'slack:U2', false, 1794952440000);
INSERT INTO dropped VALUES ('slack:U3', 4);
UPDATE house SET version = 4;
