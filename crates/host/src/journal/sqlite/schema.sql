-- One row for each table of the house, with all that changes with an entry. The
-- rows are short, so that many entries change few pages.
CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    seq     INTEGER NOT NULL,
    hash    TEXT    NOT NULL,
    ending  TEXT,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- The stage, when its deadline strikes next, and when its time is up if that
    -- is later.
    stage   TEXT,
    due     INTEGER,
    ends    INTEGER,
    claimed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- What does not change with an entry.
CREATE TABLE records (
    table_id TEXT NOT NULL PRIMARY KEY,
    header   TEXT NOT NULL,
    record   TEXT NOT NULL
) WITHOUT ROWID;

-- The entry lines, exactly as they stand in a file.
CREATE TABLE entries (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    line     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Ids of messages, and the entries they led to.
CREATE TABLE heard (
    table_id TEXT    NOT NULL,
    who      TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    time     INTEGER NOT NULL,
    PRIMARY KEY (table_id, who, message)
) WITHOUT ROWID;

CREATE INDEX heard_time ON heard (time);

-- Words under which tables are found.
CREATE TABLE keys (
    key      TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (key, table_id)
) WITHOUT ROWID;

CREATE INDEX keys_table ON keys (table_id);

-- A cache.
CREATE TABLE snapshots (
    table_id TEXT    NOT NULL PRIMARY KEY,
    seq      INTEGER NOT NULL,
    rules    INTEGER NOT NULL,
    state    TEXT    NOT NULL
) WITHOUT ROWID;

-- What is still to be told. Ids are never used again.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    viewer   TEXT    NOT NULL,
    told     TEXT    NOT NULL
);

-- Tasks that one holder has for a while.
CREATE TABLE leases (
    task   TEXT    NOT NULL PRIMARY KEY,
    holder TEXT    NOT NULL,
    until  INTEGER NOT NULL
) WITHOUT ROWID;
