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

/** Of one folder, or one source, that is read into a pack. */
export interface FolderLimits {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  readonly totalBytesMax: number;
  readonly pairsMax: number;
  readonly depthMax: number;
}

const mebibyte = 1024 * 1024;
export const folderLimits: FolderLimits = {
  filesMax: 100_000,
  fileBytesMax: 20 * mebibyte,
  totalBytesMax: 8_192 * mebibyte,
  pairsMax: 100_000,
  depthMax: 32,
};
