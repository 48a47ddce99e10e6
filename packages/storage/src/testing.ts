/** Databases that tests start, and folders that go with them. */

// PostgreSQL.

export { type DatabaseProxy, openProxy } from './postgres/test-support/open-proxy.ts';
export { startPostgres, type TestServer } from './postgres/test-support/start-postgres.ts';

// Folders.

export { newFolder, temporaryFolder } from './sqlite/test-support/temporary-folder.ts';
