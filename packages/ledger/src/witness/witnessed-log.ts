/** The newest checkpoint of a log elsewhere that this installation has cosigned. */
export interface WitnessedLog {
  readonly origin: string;
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly root: string;
  /** The checkpoint as the log signed it, with the cosignature. */
  readonly note: string;
  readonly cosignedAtMs: number;
}

export interface WitnessedLogStore {
  /** Null: no checkpoint of this log was cosigned. */
  readWitnessed(origin: string): Promise<WitnessedLog | null>;
  /**
   * Durable when the promise resolves. `overtaken`: the last size is not this one; nothing was stored. Null: none was
   * cosigned before.
   */
  putWitnessed(witnessed: WitnessedLog, after: number | null): Promise<'kept' | 'overtaken'>;
}
