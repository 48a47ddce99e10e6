import type { Screening } from '../../packages/server/src/interfaces/screener.ts';
import type { ScreenedSet } from './screened-sets.ts';
import { lineForFalseAlarms, rankArea, shareAbove } from './separation.ts';

export interface Screened {
  readonly set: ScreenedSet;
  readonly wanted: readonly Screening[];
  readonly lookAlikes: readonly Screening[];
}

/** Null: the set has no texts that it could be told by. */
export interface ScreenedFigures extends Pick<ScreenedSet, 'name' | 'status' | 'kind'> {
  readonly wanted: number;
  readonly lookAlikes: number;
  /** Against ordinary texts, and at the line that few of those are above. */
  readonly areaOrdinary: number | null;
  readonly recallAtOrdinary: number | null;
  readonly recallAtLine: number | null;
  /** Against its own look-alikes, and at the line that few of those are above. By the kind it is about, where it is. */
  readonly areaOwn: number | null;
  readonly recallAtOwn: number | null;
  /** The share of the look-alikes that is not stopped. */
  readonly passedAtOrdinary: number | null;
  readonly passedAtLine: number | null;
}

export function separationFigures(
  { set: { name, status, kind }, wanted, lookAlikes }: Screened,
  by: {
    readonly scoreOf: (one: Screening) => number;
    readonly ordinary: readonly number[];
    readonly lines: { readonly ordinary: number; readonly given: number; readonly falseAlarms: number };
  },
): ScreenedFigures {
  const { lines, scoreOf } = by;
  const scores = { wanted: wanted.map(scoreOf), lookAlikes: lookAlikes.map(scoreOf) };
  const ownScoreOf = kind === null ? scoreOf : ({ unsafe }: Screening) => unsafe[kind];
  const own = { wanted: wanted.map(ownScoreOf), lookAlikes: lookAlikes.map(ownScoreOf) };
  const ifWanted = (figure: number) => (wanted.length === 0 ? null : figure);
  const ifAlike = (figure: number) => (lookAlikes.length === 0 ? null : figure);
  const ifBoth = (figure: number) => (wanted.length === 0 ? null : ifAlike(figure));
  return {
    ...{ name, status, kind, wanted: wanted.length, lookAlikes: lookAlikes.length },
    areaOrdinary: ifWanted(rankArea(scores.wanted, by.ordinary)),
    recallAtOrdinary: ifWanted(shareAbove(scores.wanted, lines.ordinary)),
    recallAtLine: ifWanted(shareAbove(scores.wanted, lines.given)),
    areaOwn: ifBoth(rankArea(own.wanted, own.lookAlikes)),
    recallAtOwn: ifBoth(shareAbove(own.wanted, lineForFalseAlarms(own.lookAlikes, lines.falseAlarms))),
    passedAtOrdinary: ifAlike(1 - shareAbove(scores.lookAlikes, lines.ordinary)),
    passedAtLine: ifAlike(1 - shareAbove(scores.lookAlikes, lines.given)),
  };
}
