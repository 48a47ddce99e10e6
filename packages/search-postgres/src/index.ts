/**
 * Search inside PostgreSQL, in tables that all nodes share, for knowledge that is larger than a node. It implements the
 * interface of `@avow/search` and runs its contract suite.
 */
export { inspectSearch } from './inspect-search.ts';
export { openPostgresSearch } from './open-postgres-search.ts';
