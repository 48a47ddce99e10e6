const mebibyte = 1024 * 1024;

/** What reading one file may cost. */
export interface ParsingLimits {
  readonly timeMs: number;
  /** For splitting one text, which may be as large as a text can be. */
  readonly splitTimeMs: number;
  /** Of the parsing process, beyond what the runtime needs. */
  readonly memoryMebibytes: number;
  readonly pagesMax: number;
  readonly textBytesMax: number;
  /** Of a file that is read row by row. */
  readonly rowsMax: number;
  readonly membersMax: number;
  readonly inflatedBytesMax: number;
  /** A large member above this ratio counts as a zip bomb. Ordinary text stays below 30. */
  readonly inflationRatioMax: number;
}

export const parsingLimits: ParsingLimits = {
  timeMs: 30_000,
  splitTimeMs: 60_000,
  memoryMebibytes: 512,
  pagesMax: 5_000,
  textBytesMax: 20 * mebibyte,
  rowsMax: 100_000,
  membersMax: 2_000,
  inflatedBytesMax: 200 * mebibyte,
  inflationRatioMax: 200,
};
