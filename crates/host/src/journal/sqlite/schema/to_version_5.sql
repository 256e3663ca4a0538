-- Tables have faces, so that lists load none of them. Those of tables that are here
-- already are made by whoever lists them first: only the game knows them. Whether
-- anything more happens at a table is known at once.
ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN face TEXT;
UPDATE tables SET closed = max(changed, 1)
    WHERE ending IS NOT NULL
       OR number IN (SELECT number FROM records WHERE record LIKE '%"moved_to":"%');
CREATE INDEX tables_closed ON tables (closed, number);
CREATE INDEX tables_faceless ON tables (number) WHERE face IS NULL;

ALTER TABLE keys ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET closed = (SELECT closed FROM tables WHERE tables.number = keys.number)
    WHERE number IN (SELECT number FROM tables WHERE closed > 0);
CREATE INDEX keys_closed ON keys (key, closed, number);
