/** Read, written or removed at a time: a bucket takes long for each, however small it is. */
export const atOnceMax = 8;

/**
 * A place that backups are kept in: named byte strings, which are never changed. Names consist of letters, digits, `.`, `-`
 * and `/`.
 */
export interface BackupTarget {
  /** For messages; without credentials. */
  readonly name: string;
  /** Whether what was written can be read back: a stream cannot be. */
  readonly isReadable: boolean;
  list(prefix: string): Promise<ReadonlyArray<{ readonly name: string; readonly bytes: number }>>;
  /** Null: there is nothing of that name. */
  read(name: string): Promise<Uint8Array | null>;
  /** Durable when it resolves. A reader sees all of it, or nothing. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Completes what was written, and releases what was opened. */
  close(): Promise<void>;
}
