-- Tables have faces, so that lists load none of them. Those of tables that are here
-- already are made by whoever lists them first: only the game knows them. Whether
-- anything more happens at a table is known at once.
ALTER TABLE tables ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN face TEXT;
UPDATE tables SET closed = greatest(changed, 1)
    WHERE ending IS NOT NULL OR record LIKE '%"moved_to":"%';
CREATE INDEX tables_closed ON tables (closed, id);
CREATE INDEX tables_faceless ON tables (id) WHERE face IS NULL;

ALTER TABLE keys ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;
UPDATE keys SET closed = tables.closed FROM tables
    WHERE tables.id = keys.table_id AND tables.closed > 0;
CREATE INDEX keys_closed ON keys (key, closed, table_id);
