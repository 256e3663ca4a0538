-- The tables as the first version made them: where migrations begin.
CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    header  TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    hash    TEXT    NOT NULL,
    ending  TEXT,
    record  TEXT    NOT NULL,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    stage   TEXT,
    due     INTEGER,
    claimed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE entries (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    line     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

CREATE TABLE heard (
    table_id TEXT    NOT NULL,
    who      TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    time     INTEGER NOT NULL,
    PRIMARY KEY (table_id, who, message)
) WITHOUT ROWID;

CREATE INDEX heard_time ON heard (time);

CREATE TABLE keys (
    key      TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (key, table_id)
) WITHOUT ROWID;

CREATE INDEX keys_table ON keys (table_id);

CREATE TABLE snapshots (
    table_id TEXT    NOT NULL PRIMARY KEY,
    seq      INTEGER NOT NULL,
    rules    INTEGER NOT NULL,
    state    TEXT    NOT NULL
) WITHOUT ROWID;

CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    viewer   TEXT    NOT NULL,
    told     TEXT    NOT NULL
);

CREATE TABLE leases (
    task   TEXT    NOT NULL PRIMARY KEY,
    holder TEXT    NOT NULL,
    until  INTEGER NOT NULL
) WITHOUT ROWID;
