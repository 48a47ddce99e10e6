/** Private files and folders, locks between processes, and what has to be on the disk. */

// Private files.

export { createPrivateFile } from './files/create-private-file.ts';
export { makePrivateFolder } from './files/make-private-folder.ts';
export { syncToDisk } from './files/sync-to-disk.ts';

// Locks.

export { type FileLock, type Locked, tryFileLock, withFileLock } from './files/file-lock.ts';

// Folders of libraries.

export { listDependencyFolders } from './files/list-dependency-folders.ts';
