import type { Question } from '../../interfaces/answering.ts';
import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import { isGenericTerm } from '../../text/terms.ts';
import type { AnswerShape } from '../answer-shape.ts';
import { creditTerms, readQuestion } from '../weigh-terms.ts';
import { secondMin } from './answer-line.ts';
import { draftQuote, type QuotedAnswer } from './draft-quote.ts';
import type { ReadCandidate } from './read-passages.ts';
import { answerUnitsMax } from './shape-answer.ts';

/** Only a question that names two things, or asks two, can need two passages. */
const asksTwo =
  /\b(?:and|or|versus|vs|than|both|as\s+well\s+as|compared|compare|differen(?:t|ce|ces|tiate))\b/iu;

/**
 * A passage that brings the part of the question which the first leaves open: good by itself, and speaking of something
 * asked about that neither the first quote nor its headings name. Null where there is none; what only says the same again
 * is not quoted.
 */
export async function findSecond(
  knowledge: KnowledgeStore,
  question: Question,
  {
    first,
    read,
    shape,
  }: { readonly first: QuotedAnswer; readonly read: readonly ReadCandidate[]; readonly shape: AnswerShape },
): Promise<QuotedAnswer | null> {
  if (!asksTwo.test(question.text)) return null;
  const asked = readQuestion(question.text);
  const quotedOf = ({ candidate, support }: QuotedAnswer) =>
    creditTerms(asked, [candidate.hit.headings, ...support.map(({ quote }) => quote)].join(' '));
  const said = quotedOf(first);
  const open = asked.terms.filter((term) => !isGenericTerm(term) && !said.has(term));
  if (open.length === 0) return null;
  const candidate = read.find(
    (other) =>
      other !== first.candidate &&
      other.probability >= secondMin &&
      open.some((term) => creditTerms(asked, `${other.hit.headings} ${other.hit.text}`).has(term)),
  );
  if (candidate === undefined) return null;
  const second = await draftQuote(knowledge, question, { candidate, shape });
  if (second === null || second === 'stale') return null;
  const brings = quotedOf(second);
  if (!open.some((term) => brings.has(term)) || overlaps(first, second)) return null;
  const size = [...first.support, ...second.support].reduce((sum, { quote }) => sum + quote.length, 0);
  return size <= answerUnitsMax ? second : null;
}

function overlaps(first: QuotedAnswer, second: QuotedAnswer): boolean {
  return first.support.some((one) =>
    second.support.some(
      (other) =>
        one.quote === other.quote ||
        (one.documentId === other.documentId && one.start < other.end && other.start < one.end),
    ),
  );
}
