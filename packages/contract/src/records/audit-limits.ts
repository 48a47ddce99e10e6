/** The limits of retention, erasure and proofs of records. */
export const auditLimits = {
  /** Why a hold was placed. */
  reasonCodePointsMax: 500,
  /** Active holds per tenant. */
  standingHoldsMax: 1_000,
  /** Messages of an end user that one call erases; further calls erase the rest. */
  erasedPerCallMax: 500,
  /** A hundred years, about. */
  retentionDaysMax: 36_500,
  /** What records may be read for. */
  purposesMax: 20,
  purposeTitleMax: 120,
  /** Ids of events' subjects, as they may be asked for. */
  subjectLengthMax: 64,
  /** A tree that can be counted in a number has proofs shorter than this. */
  proofHashesMax: 64,
  /** Leaves that a record names as what it was answered by. */
  rulesMax: 1_000,
  /** The keys that a log may have had, the current one included. */
  logKeysMax: 257,
} as const;
