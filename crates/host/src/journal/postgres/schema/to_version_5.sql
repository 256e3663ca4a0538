-- Who has changed what of a table's record, a line for each version of it. Lines are
-- added and never changed. What was changed before is not known.
CREATE TABLE deeds (
    table_id TEXT   COLLATE "C" NOT NULL,
    version  BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    PRIMARY KEY (table_id, version)
);

-- What players tell each other, beside the log, with numbers of its own.
CREATE TABLE press (
    table_id TEXT   COLLATE "C" NOT NULL,
    nth      BIGINT NOT NULL,
    said     TEXT   NOT NULL,
    PRIMARY KEY (table_id, nth)
);
