import { answerMin, readerMarginMin, secondLines, verdictMin } from './answer-line.ts';
import { answerShape } from './answer-shape.ts';
import type { ReadCandidate } from './rank-read.ts';

type Rated = Pick<ReadCandidate, 'features' | 'probability'>;

/** An answer that may be given: by one passage, and by a second one beside it where neither is sure. */
export interface TriedAnswer<Candidate extends Rated = ReadCandidate> {
  readonly candidate: Candidate;
  readonly second: Candidate | null;
}

/** Where the judge turns an answer down the next best is tried, and then no other. */
const answersTriedMax = 2;

/** The lines of the service. */
export const triedLines = { answerMin, readerMarginMin, verdictMin, second: secondLines };

/** Which answers are worth a judge's time. `read`: most probable first. */
export function chooseTried<Candidate extends Rated>(
  read: readonly Candidate[],
  { text, hasParts }: { readonly text: string; readonly hasParts: boolean },
  lines: typeof triedLines = triedLines,
): TriedAnswer<Candidate>[] {
  const speaking = read.filter(({ features }) => features.spanMargin >= lines.readerMarginMin);
  const aloneMin = answerShape(text) === 'yes_no' ? lines.verdictMin : lines.answerMin;
  return speaking
    .map((candidate, rank) => ({
      candidate,
      second: hasParts ? null : secondTo(candidate, speaking[rank + 1], lines.second),
    }))
    .filter(
      (tried) => tried.candidate.probability >= aloneMin || probabilityOfEither(tried) >= lines.answerMin,
    )
    .slice(0, answersTriedMax);
}

/** That one of the two answers. */
export function probabilityOfEither({ candidate, second }: TriedAnswer<Rated>): number {
  return 1 - (1 - candidate.probability) * (1 - (second?.probability ?? 0));
}

/** The next best, where it may as well be the answer. */
function secondTo<Candidate extends Rated>(
  { probability }: Candidate,
  next: Candidate | undefined,
  { aloneMin, behindMax, secondMin }: typeof secondLines,
): Candidate | null {
  if (next === undefined || probability >= aloneMin) return null;
  return next.probability >= Math.max(secondMin, probability - behindMax) ? next : null;
}
