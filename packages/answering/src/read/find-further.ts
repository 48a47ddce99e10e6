import { isGenericTerm } from '@avow/text/terms';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import { furtherMin } from './answer-line.ts';
import { answerShape, comparesTwo } from './answer-shape.ts';
import { type CitedTexts, draftQuote, type QuotedAnswer } from './draft-quote.ts';
import type { ReadCandidate } from './rank-read.ts';
import type { PassagesRead } from './read-passages.ts';
import { answerUnitsMax } from './shape-answer.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

export interface FurtherDependencies {
  readonly content: CitedTexts;
  /** Reads the passages for one part of the question. */
  readonly readFor: (part: QuestionPart) => Promise<PassagesRead | null>;
}

export type QuestionPart = Retrieved['further'][number];

/** What has been found so far. */
interface Found {
  readonly first: QuotedAnswer;
  readonly read: readonly ReadCandidate[];
}

interface Further {
  readonly quoted: readonly QuotedAnswer[];
  /** Something that was asked besides could not be read for in its time. */
  readonly isUnread: boolean;
}

/**
 * What other passages bring to a question that asks for more than one thing: of each further part, the passage that answers
 * it. What only says the same again is not quoted. Empty for a question that asks one thing.
 */
export async function findFurther(
  parts: FurtherDependencies,
  question: Question,
  { further, found }: { readonly further: Retrieved['further']; readonly found: Found },
): Promise<Further> {
  const quoted = [found.first];
  let isUnread = false;
  const add = async (candidate: ReadCandidate | undefined, part: string) => {
    if (candidate === undefined || isQuoted(quoted, candidate)) return;
    const drafted = await draftQuote(parts.content, question, {
      ...{ candidate, asked: part },
      shape: answerShape(part),
    });
    if (drafted !== null && drafted !== 'stale' && mayFollow(quoted, drafted)) quoted.push(drafted);
  };
  for (const part of further) {
    const { asked } = part;
    if (isSaid(asked, found.first)) continue;
    const read = await parts.readFor(part);
    isUnread ||= read === null || !read.isWhole;
    await add(
      read?.candidates.find(({ probability }) => probability >= furtherMin),
      asked,
    );
  }
  if (further.length === 0 && comparesTwo.test(question.text))
    await add(findOther(question.text, found), question.text);
  return { quoted: quoted.slice(1), isUnread };
}

/** Whether the first quote speaks of all that this part asks about: "and with how many iterations?" */
function isSaid(asked: string, { support }: QuotedAnswer): boolean {
  const part = readQuestionTerms(asked);
  const said = creditTerms(part, support.map(({ quote }) => quote).join(' '));
  const specific = part.terms.filter((term) => !isGenericTerm(term));
  return specific.length > 0 && specific.every((term) => said.has(term));
}

/** A passage, good by itself, that speaks of something asked about which the first does not name. */
function findOther(question: string, { first, read }: Found): ReadCandidate | undefined {
  const asked = readQuestionTerms(question);
  const said = creditTerms(
    asked,
    [first.candidate.hit.headings, ...first.support.map(({ quote }) => quote)].join(' '),
  );
  const open = asked.terms.filter((term) => !isGenericTerm(term) && !said.has(term));
  return read.find(
    (other) =>
      other !== first.candidate &&
      other.probability >= furtherMin &&
      open.some((term) => creditTerms(asked, `${other.hit.headings} ${other.hit.text}`).has(term)),
  );
}

/** Whether the words that a reader points at stand in what is quoted already. */
function isQuoted(quoted: readonly QuotedAnswer[], { hit, reading }: ReadCandidate): boolean {
  const [span] = reading.spans;
  if (span === undefined) return true;
  return quoted.some(({ support }) =>
    support.some(
      ({ documentId, start, end }) =>
        documentId === hit.documentId && start <= hit.start + span.start && hit.start + span.end <= end,
    ),
  );
}

/** Whether it says something else than what is quoted, and is not too much beside it. */
export function mayFollow(quoted: readonly QuotedAnswer[], next: QuotedAnswer): boolean {
  const before = quoted.flatMap(({ support }) => support);
  const size = [...before, ...next.support].reduce((sum, { quote }) => sum + quote.length, 0);
  const overlaps = before.some((one) =>
    next.support.some(
      (other) =>
        one.quote === other.quote ||
        (one.documentId === other.documentId && one.start < other.end && other.start < one.end),
    ),
  );
  return size <= answerUnitsMax && !overlaps;
}
