/** SQLite as the process sees it that serves: its operations run in threads. */

// The end of a thread.

export type { BrokenStore } from './sqlite/threads/broken-store.ts';
export { WorkerChannel } from './sqlite/threads/worker-channel.ts';

// The database as a file.

export { copiedBytes, copyDatabase } from './sqlite/copy-database.ts';
export { isLockedForServing, lockForServing } from './sqlite/lock-for-serving.ts';
