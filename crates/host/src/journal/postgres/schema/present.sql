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
    -- The stage, when its deadline strikes next, and when its time is up if that
    -- is later.
    stage   TEXT,
    due     BIGINT,
    ends    BIGINT,
    claimed BIGINT NOT NULL DEFAULT 0,
    -- When nothing more was to happen there, 0 while it may; and how it stands, for
    -- lists, unless nobody has looked since an older version kept it.
    closed  BIGINT NOT NULL DEFAULT 0,
    face    TEXT
) WITH (fillfactor = 70);

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_closed ON tables (closed, id);
CREATE INDEX tables_faceless ON tables (id) WHERE face IS NULL;

-- The entry lines, exactly as they stand in a file. No two are the same number.
CREATE TABLE entries (
    table_id TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Who has changed what of a table's record, a line for each version of it. Lines are
-- added and never changed.
CREATE TABLE deeds (
    table_id TEXT   COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    PRIMARY KEY (table_id, version)
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
    closed   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (key, table_id)
);

CREATE INDEX keys_table ON keys (table_id);
CREATE INDEX keys_closed ON keys (key, closed, table_id);

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
    told     TEXT   NOT NULL,
    time     BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX outbox_reader ON outbox (table_id, viewer, id);

-- What fronts still have to send, by recipient. Who has asked for something waits
-- for it.
CREATE TABLE notes (
    id        BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key       TEXT    COLLATE "C" NOT NULL UNIQUE,
    note      TEXT    NOT NULL,
    recipient TEXT    COLLATE "C" NOT NULL,
    asked     BOOLEAN NOT NULL,
    time      BIGINT  NOT NULL
);

CREATE INDEX notes_recipient ON notes (recipient, id);

-- How many notes a recipient has lost and was not told of.
CREATE TABLE dropped (
    recipient TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    number    BIGINT NOT NULL
);

-- Tasks that one holder has for a while.
CREATE TABLE leases (
    task   TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);

-- Who may come back without saying anything but a secret, of which the hash is kept.
CREATE TABLE passes (
    hash    TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    id      TEXT   COLLATE "C" NOT NULL,
    purpose TEXT   COLLATE "C" NOT NULL,
    holder  TEXT   COLLATE "C" NOT NULL,
    about   TEXT   NOT NULL,
    made    BIGINT NOT NULL,
    last    BIGINT NOT NULL,
    until   BIGINT NOT NULL,
    uses    BIGINT NOT NULL,
    claim   TEXT   NOT NULL
);

CREATE INDEX passes_of ON passes (holder, purpose);

-- Secrets of the house itself.
CREATE TABLE secrets (
    name   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);

-- What players tell each other, beside the log, with numbers of its own.
CREATE TABLE press (
    table_id TEXT   COLLATE "C" NOT NULL,
    nth      BIGINT NOT NULL,
    said     TEXT   NOT NULL,
    PRIMARY KEY (table_id, nth)
);
