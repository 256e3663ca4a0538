-- Letters and notes are found by who they are for. Notes had a table of their own
-- making, not everywhere, and named their recipient only inside.
ALTER TABLE outbox ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_reader ON outbox (table_id, viewer, id);

CREATE TABLE IF NOT EXISTS notes (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    key  TEXT    NOT NULL UNIQUE,
    note TEXT    NOT NULL
);
ALTER TABLE notes RENAME TO old_notes;
CREATE TABLE notes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    key       TEXT    NOT NULL UNIQUE,
    recipient TEXT    NOT NULL,
    asked     INTEGER NOT NULL,
    note      TEXT    NOT NULL,
    time      INTEGER NOT NULL
);
INSERT INTO notes (id, key, recipient, asked, note, time)
    SELECT id, key,
           concat(note ->> '$.platform', ':',
                  coalesce(note ->> '$.to.person', note ->> '$.to.chat',
                           note ->> '$.to.aside.user')),
           1, note, coalesce(note ->> '$.written', 0) * 1000
    FROM old_notes WHERE json_valid(note) ORDER BY id;
DROP TABLE old_notes;
CREATE INDEX notes_recipient ON notes (recipient, id, asked);

CREATE TABLE dropped (
    recipient TEXT    NOT NULL PRIMARY KEY,
    number    INTEGER NOT NULL
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
