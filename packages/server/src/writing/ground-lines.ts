/** Where a sentence counts as borne out. */
export interface GroundLines {
  /** Share of the sentence's content that must stand in what bears it out. */
  readonly coverageMin: number;
  /** Content words in a row that may stand nowhere in it: more of them are a clause that somebody made up. */
  readonly gapMax: number;
  readonly supportedMin: number;
  readonly contradictedMax: number;
}

/**
 * By `npm run eval:writing -- --fit`: of the lines that keep four fifths of what is borne out, and turn down within a
 * point of the most, those that ask most of the judge.
 */
export const groundLines: GroundLines = {
  coverageMin: 0.5,
  gapMax: 4,
  supportedMin: 0.15,
  contradictedMax: 0.5,
};
