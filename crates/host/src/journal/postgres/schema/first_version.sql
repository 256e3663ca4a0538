-- The tables as the first version made them: where migrations begin.
-- Which form this is.
CREATE TABLE house (version BIGINT NOT NULL);

-- Gives every host that opens this journal a number of its own.
CREATE SEQUENCE replicas;

-- One row for each table of the house, with all that changes with an entry.
CREATE TABLE tables (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    header  TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    hash    TEXT   NOT NULL,
    ending  TEXT,
    record  TEXT   NOT NULL,
    version BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    stage   TEXT,
    due     BIGINT,
    claimed BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- The entry lines, exactly as they stand in a file. No two are the same number.
CREATE TABLE entries (
    table_id TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Ids of messages, and the entries they led to.
CREATE TABLE heard (
    table_id TEXT   COLLATE "C" NOT NULL,
    who      TEXT   COLLATE "C" NOT NULL,
    message  TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    time     BIGINT NOT NULL,
    PRIMARY KEY (table_id, who, message)
);

CREATE INDEX heard_time ON heard (time);

-- Words under which tables are found.
CREATE TABLE keys (
    key      TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (key, table_id)
);

CREATE INDEX keys_table ON keys (table_id);

-- A cache.
CREATE TABLE snapshots (
    table_id TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    seq      BIGINT NOT NULL,
    rules    BIGINT NOT NULL,
    state    TEXT   NOT NULL
);

-- What is still to be told. Ids are never used again.
CREATE TABLE outbox (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    viewer   TEXT   NOT NULL,
    told     TEXT   NOT NULL
);

CREATE INDEX outbox_table ON outbox (table_id);

-- Tasks that one holder has for a while.
CREATE TABLE leases (
    task   TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);
