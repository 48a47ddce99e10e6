/**
 * Version 16: how many readings of a source were begun since the last one that ended. Committed before a reading begins, so
 * that a source that ends the service counts as failing at the next start.
 */
export const readingsSchema = `
ALTER TABLE sources ADD COLUMN begun_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN held_until_ms INTEGER;
ALTER TABLE sources ADD COLUMN paused_reason TEXT;
`;
