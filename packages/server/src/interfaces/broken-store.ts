/** That records can be neither written nor read until the process is started again. */
export interface BrokenStore {
  /** What the database calls it; null: a thread ended for a reason of its own. It quotes nothing. */
  readonly code: string | null;
}
