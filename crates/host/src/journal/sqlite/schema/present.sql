-- One row for each table of the house, with all that changes with an entry. The
-- rows are short, and numbered as the tables were opened: what is played at the
-- same time lies together, so that many entries change few pages.
CREATE TABLE tables (
    number  INTEGER PRIMARY KEY,
    id      TEXT    NOT NULL UNIQUE,
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
    claimed INTEGER NOT NULL DEFAULT 0,
    -- When nothing more was to happen there, 0 while it may; and how it stands, for
    -- lists, unless nobody has looked since an older version kept it.
    closed  INTEGER NOT NULL DEFAULT 0,
    face    TEXT
);

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_closed ON tables (closed, number);
CREATE INDEX tables_faceless ON tables (number) WHERE face IS NULL;

-- What does not change with an entry.
CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    header TEXT    NOT NULL,
    record TEXT    NOT NULL
);

-- The entry lines, exactly as they stand in a file; those of all tables one after
-- the other as they came. That writes few pages for the moves of many tables, and
-- reads more of them for the whole history of one.
CREATE TABLE entries (
    place  INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    line   TEXT    NOT NULL
);

CREATE UNIQUE INDEX entries_seq ON entries (number, seq);

-- Who has changed what of a table's record, a line for each version of it. Lines are
-- added and never changed.
CREATE TABLE deeds (
    number  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    line    TEXT    NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;

-- Ids of messages, and the entries they led to.
CREATE TABLE heard (
    number  INTEGER NOT NULL,
    who     TEXT    NOT NULL,
    message TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    PRIMARY KEY (number, who, message)
) WITHOUT ROWID;

CREATE INDEX heard_time ON heard (time);

-- Words under which tables are found.
CREATE TABLE keys (
    key    TEXT    NOT NULL,
    number INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;

CREATE INDEX keys_table ON keys (number);
CREATE INDEX keys_closed ON keys (key, closed, number);

-- A cache.
CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY,
    seq    INTEGER NOT NULL,
    rules  INTEGER NOT NULL,
    state  TEXT    NOT NULL
);

-- What is still to be told. Ids are never used again.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    viewer   TEXT    NOT NULL,
    told     TEXT    NOT NULL, time INTEGER NOT NULL DEFAULT 0);

CREATE INDEX outbox_reader ON outbox (table_id, viewer, id);

-- What fronts still have to send, by recipient. Who has asked for something waits
-- for it.
CREATE TABLE notes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    key       TEXT    NOT NULL UNIQUE,
    recipient TEXT    NOT NULL,
    asked     INTEGER NOT NULL,
    note      TEXT    NOT NULL,
    time      INTEGER NOT NULL
);

CREATE INDEX notes_recipient ON notes (recipient, id, asked);

-- How many notes a recipient has lost and was not told of.
CREATE TABLE dropped (
    recipient TEXT    NOT NULL PRIMARY KEY,
    number    INTEGER NOT NULL
) WITHOUT ROWID;

-- Tasks that one holder has for a while.
CREATE TABLE leases (
    task   TEXT    NOT NULL PRIMARY KEY,
    holder TEXT    NOT NULL,
    until  INTEGER NOT NULL
) WITHOUT ROWID;

-- Who may come back without saying anything but a secret, of which the hash is kept.
CREATE TABLE passes (
    hash    TEXT    NOT NULL PRIMARY KEY,
    id      TEXT    NOT NULL,
    purpose TEXT    NOT NULL,
    holder  TEXT    NOT NULL,
    about   TEXT    NOT NULL,
    made    INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    uses    INTEGER NOT NULL,
    claim   TEXT    NOT NULL
) WITHOUT ROWID;

CREATE INDEX passes_of ON passes (holder, purpose);

-- Secrets of the house itself.
CREATE TABLE secrets (
    name   TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
) WITHOUT ROWID;

-- What players tell each other, beside the log, with numbers of its own.
CREATE TABLE press (
    table_id TEXT    NOT NULL,
    nth      INTEGER NOT NULL,
    said     TEXT    NOT NULL,
    PRIMARY KEY (table_id, nth)
) WITHOUT ROWID;
