-- concurrently
-- Contract: only the sweep of older servers reads this index, to delete files that no message has. Without the index, that
-- sweep reads the table.
drop index concurrently if exists document_loose;
