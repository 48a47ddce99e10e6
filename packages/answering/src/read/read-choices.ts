import { headingSeparator, leadSeparator } from '@avow/documents';
import { contentTerms } from '@avow/text/terms';
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

/** Such a heading names no subject: what is above it does. */
const generic =
  /^(?:yes|no|do|don['’]?t|do\s+not|dos?(?:\s*(?:and|&|\/)\s*)don['’]?ts?|(?:pros|cons)(?:\s+and\s+cons)?|faqs?|q\s*&\s*a|frequently\s+asked\s+questions|(?:common\s+)?questions|overview|introduction|intro|summary|general|details|background|context|notes?|examples?|other|misc(?:ellaneous)?|more|resources|links|see\s+also|further\s+reading|tl;?dr|table\s+of\s+contents)\W*$/iu;

interface Choice {
  readonly heading: string;
  /** What the page is called. */
  readonly page: string;
  readonly words: string;
}

/**
 * What the question may be about, if several sections are about equally likely to answer it and differ: the
 * headings right above them, likeliest first, each with its page where one alone could be taken for another. Empty: there is
 * nothing to choose from.
 */
export function readChoices(read: readonly ReadCandidate[]): string[] {
  const likely = read.filter(
    ({ probability, features }) =>
      probability >= Math.max(choiceMin, (read[0]?.probability ?? 0) * shareOfBestMin) &&
      features.spanMargin >= readerMarginMin,
  );
  // A section that the question names is the one that was meant.
  const named = Math.max(0, ...likely.map(({ features }) => features.headingShare));
  const chosen: Choice[] = [];
  for (const { hit, reading, features } of likely) {
    const [span] = reading.spans;
    const { heading, page } = subjectOf(hit.headings);
    const isName = heading !== '' && heading.length <= choiceUnitsMax;
    if (span === undefined || !isName || features.headingShare < named) continue;
    const words = pointedWords({ text: hit.text, span });
    const isOther = chosen.every(
      (one) => (one.heading !== heading || one.page !== page) && !saysTheSame(one.words, words),
    );
    if (isOther) chosen.push({ heading, page, words });
  }
  if (chosen.length < 2) return [];
  const choices = chosen.slice(0, choicesMax);
  const names = choices.map((choice) => nameOf(choice, choices));
  return new Set(names).size === names.length ? names : [];
}

/** The innermost heading that names a subject, and the page that it is on. */
function subjectOf(headings: string): Pick<Choice, 'heading' | 'page'> {
  const [path = ''] = headings.split(leadSeparator);
  const named = path
    .split(headingSeparator)
    .map((heading) => heading.trim())
    .filter((heading) => heading !== '' && !generic.test(heading));
  return { heading: named.at(-1) ?? '', page: named[0] ?? '' };
}

function nameOf(choice: Choice, choices: readonly Choice[]): string {
  const { heading, page } = choice;
  const isLike = choices.some((other) => other !== choice && areAlike(heading, other.heading));
  return isLike && page !== heading && page.length <= choiceUnitsMax
    ? `${page}${headingSeparator}${heading}`
    : heading;
}

/** Whether one says all that the other says, as "Slack" of "Slack channels". */
function areAlike(one: string, other: string): boolean {
  const [these, those] = [new Set(contentTerms(one)), new Set(contentTerms(other))];
  return these.isSubsetOf(those) || those.isSubsetOf(these);
}
