/** Limits per tenant. */
export interface PackLimits {
  readonly packsMax: number;
  readonly documentsMax: number;
  readonly pairsMax: number;
  /** Jobs of one tenant that have not ended. */
  readonly jobsMax: number;
  readonly versionsKept: number;
}

export const packLimits: PackLimits = {
  packsMax: 1_000,
  documentsMax: 100_000,
  pairsMax: 100_000,
  jobsMax: 100,
  versionsKept: 10,
};
