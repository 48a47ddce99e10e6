/** When a sentence counts as supported. */
export interface GroundLines {
  /** Share of the sentence's content that its quotes must contain. */
  readonly coverageMin: number;
  /** Content words in a row that they may lack: more of them are an invented clause. */
  readonly gapMax: number;
  readonly supportedMin: number;
  readonly contradictedMax: number;
}

/**
 * By `npm run eval:writing -- --fit`: of the lines that keep four fifths of what is supported, and reject within a
 * point of the most, those that ask most of the judge.
 */
export const groundLines: GroundLines = {
  coverageMin: 0.5,
  gapMax: 4,
  supportedMin: 0.15,
  contradictedMax: 0.5,
};
