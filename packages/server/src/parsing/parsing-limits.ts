const mebibyte = 1024 * 1024;

/** What reading one file may cost. */
export interface ParsingLimits {
  readonly timeMs: number;
  /** Of the reading process, beyond what the runtime takes by itself. */
  readonly memoryMebibytes: number;
  readonly pagesMax: number;
  readonly textBytesMax: number;
  /** Of a file whose rows are asked for one by one. */
  readonly rowsMax: number;
  readonly membersMax: number;
  readonly inflatedBytesMax: number;
  /** Above it a member that is large enough to hurt is taken for a bomb. Ordinary text stays below 30. */
  readonly inflationRatioMax: number;
}

export const parsingLimits: ParsingLimits = {
  timeMs: 30_000,
  memoryMebibytes: 512,
  pagesMax: 5_000,
  textBytesMax: 20 * mebibyte,
  rowsMax: 100_000,
  membersMax: 2_000,
  inflatedBytesMax: 200 * mebibyte,
  inflationRatioMax: 200,
};
