/** The store can neither write nor read until the process is restarted. */
export interface BrokenStore {
  /** The error name of the database, which quotes no data; null: a thread ended for another reason. */
  readonly code: string | null;
}
