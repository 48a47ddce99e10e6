/** What all nodes together have taken of a rate: the theoretical arrival time of the next request. */
export const limitTables = `
CREATE TABLE shared_rates (
  name TEXT PRIMARY KEY,
  tat_ms INTEGER NOT NULL
);
`;

/** A crash may lose rates, but records do not wait for them. Queries in progress of each tenant, as JSON. */
export const limitColumns = `
ALTER TABLE shared_rates SET UNLOGGED;
ALTER TABLE nodes ADD COLUMN in_flight TEXT NOT NULL DEFAULT '{}';
`;
