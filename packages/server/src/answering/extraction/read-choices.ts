import { headingSeparator, leadSeparator } from '@avow/documents';
import { readerMarginMin } from './answer-line.ts';
import { pointedWords } from './pointed-words.ts';
import type { ReadCandidate } from './rank-read.ts';
import { saysTheSame } from './says-the-same.ts';

/** A passage less likely than this is not about the question at all. */
const choiceMin = 0.2;
/** As likely as the best, or nearly. */
const shareOfBestMin = 0.6;
export const choicesMax = 3;
/** In UTF-16 units. A longer heading does not name a subject. */
export const choiceUnitsMax = 120;

/**
 * What the question may be about, if several sections are about equally likely to answer it and differ: the
 * headings right above them, likeliest first. Empty: there is nothing to choose from.
 */
export function readChoices(read: readonly ReadCandidate[]): string[] {
  const likely = read.filter(
    ({ probability, features }) =>
      probability >= Math.max(choiceMin, (read[0]?.probability ?? 0) * shareOfBestMin) &&
      features.spanMargin >= readerMarginMin,
  );
  // A section that the question names is the one that was meant.
  const named = Math.max(0, ...likely.map(({ features }) => features.headingShare));
  const chosen: Array<{ readonly heading: string; readonly words: string }> = [];
  for (const { hit, reading, features } of likely) {
    const [span] = reading.spans;
    const heading = headingOf(hit.headings);
    const isName = heading !== '' && heading.length <= choiceUnitsMax;
    if (span === undefined || !isName || features.headingShare < named) continue;
    const words = pointedWords({ text: hit.text, span });
    const isOther = chosen.every((one) => one.heading !== heading && !saysTheSame(one.words, words));
    if (isOther) chosen.push({ heading, words });
  }
  return chosen.length < 2 ? [] : chosen.slice(0, choicesMax).map(({ heading }) => heading);
}

function headingOf(headings: string): string {
  const [path = ''] = headings.split(leadSeparator);
  return (path.split(headingSeparator).at(-1) ?? '').trim();
}
