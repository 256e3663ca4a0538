-- Letters and notes are found by who they are for. Notes had a table of their own
-- making, not everywhere, and named their recipient only inside.
ALTER TABLE outbox ADD COLUMN time BIGINT NOT NULL DEFAULT 0;
DROP INDEX outbox_table;
CREATE INDEX outbox_reader ON outbox (table_id, viewer, id);

CREATE TABLE IF NOT EXISTS notes (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key  TEXT   COLLATE "C" NOT NULL UNIQUE,
    note TEXT   NOT NULL
);
ALTER TABLE notes
    ADD COLUMN recipient TEXT COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN asked BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN time BIGINT NOT NULL DEFAULT 0;
-- A note that is none is dropped, as who read it would have; one that does not say
-- when it was written is old.
CREATE FUNCTION read_note(note TEXT) RETURNS JSON LANGUAGE plpgsql AS $$
BEGIN
    RETURN note::json;
EXCEPTION WHEN others THEN
    RETURN NULL;
END
$$;
CREATE FUNCTION written(note JSON) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
    RETURN (note ->> 'written')::bigint * 1000;
EXCEPTION WHEN others THEN
    RETURN NULL;
END
$$;
DELETE FROM notes WHERE read_note(note) IS NULL;
UPDATE notes SET
    recipient = concat(note::json ->> 'platform', ':',
                       coalesce(note::json #>> '{to,person}', note::json #>> '{to,chat}',
                                note::json #>> '{to,aside,user}')),
    time = coalesce(written(note::json), 0);
DROP FUNCTION read_note(TEXT);
DROP FUNCTION written(JSON);
ALTER TABLE notes
    ALTER COLUMN recipient DROP DEFAULT,
    ALTER COLUMN asked DROP DEFAULT,
    ALTER COLUMN time DROP DEFAULT;
CREATE INDEX notes_recipient ON notes (recipient, id);

CREATE TABLE dropped (
    recipient TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    number    BIGINT NOT NULL
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
