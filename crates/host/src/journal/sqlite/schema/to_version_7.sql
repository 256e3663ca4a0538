-- Who has changed what of a table's record, a line for each version of it. Lines are
-- added and never changed. What was changed before is not known.
CREATE TABLE deeds (
    number  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    line    TEXT    NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;

-- What players tell each other, beside the log, with numbers of its own.
CREATE TABLE press (
    table_id TEXT    NOT NULL,
    nth      INTEGER NOT NULL,
    said     TEXT    NOT NULL,
    PRIMARY KEY (table_id, nth)
) WITHOUT ROWID;
