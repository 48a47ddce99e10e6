import type { ModelCost } from '@avow/inference';
import type { TimeLeft } from '../../found.ts';
import type { Question } from '../../question.ts';
import type { SecondVerdict, UnitToGround } from '../../verify/grounder.ts';
import type { QuotableSource } from '../../verify/quotable-source.ts';
import type { SecondJudge } from './second-judge.ts';

/** The second judge, for one answer. */
export interface SecondJudging {
  readonly name: string;
  /** Whether it may still be asked: once for each answer, and not once the time is up. */
  isOpen(): boolean;
  /** The verdicts on these units, in their order; null: none. */
  judge(
    units: ReadonlyArray<{ readonly unit: UnitToGround; readonly undecided: readonly number[] }>,
  ): Promise<ReadonlyArray<SecondVerdict | null>>;
  /** Whether it has given any verdict. */
  hasJudged(): boolean;
  /** Null: it was not asked. */
  cost(): ModelCost | null;
}

/** Of the time that is left when it is asked: its verdicts have to be compared with the sources, and the answer read with its question. */
const timeShare = 0.5;

export function openSecondJudging(
  judge: SecondJudge,
  {
    question,
    sources,
    signal,
    limits,
  }: {
    readonly question: Question;
    readonly sources: readonly QuotableSource[];
    readonly signal: AbortSignal;
    readonly limits: TimeLeft;
  },
): SecondJudging {
  let isAsked = false;
  let hasJudged = false;
  let cost: ModelCost | null = null;
  return {
    name: judge.name,
    isOpen: () => !isAsked && !signal.aborted && limits.leftMs() > 0,
    judge: async (units) => {
      isAsked = true;
      const endsAtMs = performance.now() + limits.leftMs() * timeShare;
      const leftMs = () => Math.max(0, Math.min(limits.leftMs(), endsAtMs - performance.now()));
      const sentences = units.map(({ unit: { text, before }, undecided }) => ({
        ...{ text, before },
        sources: sources.filter(({ number }) => undecided.includes(number)),
      }));
      const judged = await judge.judge(
        { question: question.text, sentences },
        { signal, limits: { leftMs } },
      );
      cost = judged?.cost ?? null;
      const verdicts = judged?.verdicts ?? null;
      hasJudged = verdicts !== null && verdicts.size > 0;
      return units.map((_, position) => verdicts?.get(position) ?? null);
    },
    hasJudged: () => hasJudged,
    cost: () => cost,
  };
}
