-- Tables get numbers in the order in which they changed last, and everything that
-- belongs to them names the number.
ALTER TABLE tables RENAME TO old_tables;
ALTER TABLE records RENAME TO old_records;
ALTER TABLE entries RENAME TO old_entries;
ALTER TABLE heard RENAME TO old_heard;
ALTER TABLE keys RENAME TO old_keys;
ALTER TABLE snapshots RENAME TO old_snapshots;
DROP INDEX tables_due;
DROP INDEX heard_time;
DROP INDEX keys_table;

CREATE TABLE tables (
    number  INTEGER PRIMARY KEY,
    id      TEXT    NOT NULL UNIQUE,
    seq     INTEGER NOT NULL,
    hash    TEXT    NOT NULL,
    ending  TEXT,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    stage   TEXT,
    due     INTEGER,
    ends    INTEGER,
    claimed INTEGER NOT NULL DEFAULT 0
);
INSERT INTO tables (id, seq, hash, ending, version, changed, stage, due, ends, claimed)
    SELECT id, seq, hash, ending, version, changed, stage, due, ends, claimed
    FROM old_tables ORDER BY changed, id;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    header TEXT    NOT NULL,
    record TEXT    NOT NULL
);
INSERT INTO records (number, header, record)
    SELECT number, header, record FROM tables JOIN old_records ON id = table_id
    ORDER BY number;

CREATE TABLE entries (
    place  INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    line   TEXT    NOT NULL
);
INSERT INTO entries (number, seq, line)
    SELECT number, e.seq, line FROM tables JOIN old_entries e ON id = table_id
    ORDER BY number, e.seq;
CREATE UNIQUE INDEX entries_seq ON entries (number, seq);

CREATE TABLE heard (
    number  INTEGER NOT NULL,
    who     TEXT    NOT NULL,
    message TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    PRIMARY KEY (number, who, message)
) WITHOUT ROWID;
INSERT INTO heard (number, who, message, seq, time)
    SELECT number, who, message, h.seq, time FROM tables JOIN old_heard h ON id = table_id;
CREATE INDEX heard_time ON heard (time);

CREATE TABLE keys (
    key    TEXT    NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;
INSERT INTO keys (key, number)
    SELECT key, number FROM tables JOIN old_keys ON id = table_id;
CREATE INDEX keys_table ON keys (number);

CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY,
    seq    INTEGER NOT NULL,
    rules  INTEGER NOT NULL,
    state  TEXT    NOT NULL
);
INSERT INTO snapshots (number, seq, rules, state)
    SELECT number, s.seq, rules, state FROM tables JOIN old_snapshots s ON id = table_id;

DROP TABLE old_tables;
DROP TABLE old_records;
DROP TABLE old_entries;
DROP TABLE old_heard;
DROP TABLE old_keys;
DROP TABLE old_snapshots;
