/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const sqliteBusy = 5;
const sqliteNoMemory = 7;
const sqliteReadonly = 8;
const sqliteIoError = 10;
const sqliteCorrupt = 11;
const sqliteFull = 13;
const sqliteCannotOpen = 14;
const sqliteNotADatabase = 26;
/** An extended one: the file that connections share could not be made larger. */
const sqliteSharedMemorySize = 4874;

/** After these the state of the disk is unknown: continuing could acknowledge data that is not there. */
const fatalCodes: ReadonlySet<number> = new Set([sqliteIoError, sqliteCorrupt, sqliteNotADatabase]);

const unavailableCodes: ReadonlySet<number> = new Set([
  ...fatalCodes,
  sqliteBusy,
  sqliteNoMemory,
  sqliteReadonly,
  sqliteFull,
  sqliteCannotOpen,
]);

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function extendedCode(error: unknown): number | null {
  if (!hasCode(error, 'ERR_SQLITE_ERROR')) return null;
  const { errcode } = error as Error & { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode : null;
}

/** The primary code is the low byte of the extended one. */
function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? null : code & 0xff;
}

export function isFatal(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && fatalCodes.has(code) && !isFull(error);
}

/** There is no room for what was to be written. Nothing of it is there, and smaller writes may still succeed. */
export function isFull(error: unknown): boolean {
  return primaryCode(error) === sqliteFull || extendedCode(error) === sqliteSharedMemorySize;
}

/** Another connection has the lock, for longer than the timeout. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === sqliteBusy;
}

/** SQLite's own description of the error, which quotes no data; null for an error of another kind. */
export function faultName(error: unknown): string | null {
  if (!hasCode(error, 'ERR_SQLITE_ERROR')) return null;
  const { errstr } = error as Error & { readonly errstr?: unknown };
  return typeof errstr === 'string' ? errstr : null;
}

/** The store as a whole cannot write. */
export function isSqliteUnavailable(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && unavailableCodes.has(code);
}

/**
 * Why a database cannot be opened, for a person. Opening makes the file that connections share, and on a full disk SQLite
 * calls that an I/O error; because nothing was written yet, it is only a full disk.
 */
export function describeOpening(error: unknown): string {
  if (isFull(error))
    return 'there is no room left on the disk, or it fails. Make room, then do the same again.';
  return error instanceof Error ? error.message : String(error);
}
