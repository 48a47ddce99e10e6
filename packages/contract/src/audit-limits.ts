/** What keeping, erasing and proving of records is held to. */
export const auditLimits = {
  /** Why a hold was placed. */
  reasonCodePointsMax: 500,
  /** Holds of a tenant that stand at a time. */
  standingHoldsMax: 1_000,
  /** Messages that one call erases of a person: whoever has more is asked for again. */
  erasedPerCallMax: 500,
  /** A hundred years, about. */
  retentionDaysMax: 36_500,
  /** Ids of deeds' subjects, as they may be asked for. */
  subjectLengthMax: 64,
  /** A tree that can be counted in a number has proofs shorter than this. */
  proofHashesMax: 64,
} as const;
