/** The names of what a target contains. Nothing else is read from one, or removed from it. */
const pieceName = /^pieces\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const manifestName = /^backups\/(\d{8}T\d{9}Z)\.json$/;
const keysName = /^keys\/[0-9a-f]{32}\.age$/;

export const piecesPrefix = 'pieces/';
export const manifestsPrefix = 'backups/';
export const keysPrefix = 'keys/';
export const ownerName = 'installation.json';

export const nameOfPiece = (hash: string) => `${piecesPrefix}${hash.slice(0, 2)}/${hash}`;
export const nameOfKeys = (id: string) => `${keysPrefix}${id}.age`;
export const nameOfManifest = (id: string) => `${manifestsPrefix}${id}.json`;

/** By the time of the backup, so that they are in its order. */
export const backupIdAt = (atMs: number) => new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');

/** Null: it is not the name of a backup. */
export const backupIdOf = (name: string) => manifestName.exec(name)?.[1] ?? null;

export function isBackupName(name: string): boolean {
  return name === ownerName || [pieceName, manifestName, keysName].some((pattern) => pattern.test(name));
}
