-- Who has changed what of a table's record, a line for each version of it. Lines are
-- added and never changed. What was changed before is not known.
CREATE TABLE deeds (
    number  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    line    TEXT    NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;
