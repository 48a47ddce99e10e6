import type { AnswerFound, Draft, Question, Retrieved } from '../../interfaces/answering.ts';
import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import type { Reader } from '../../interfaces/reader.ts';
import { type AnswerShape, answerShape } from '../answer-shape.ts';
import { answerMin, answerProbability, groundingLines, passageMin } from './answer-line.ts';
import { draftQuote, type QuotedAnswer } from './draft-quote.ts';
import { findSecond } from './find-second.ts';
import { judgeAnswer } from './judge-answer.ts';
import { readPassages } from './read-passages.ts';

export interface ReadingParts {
  readonly knowledge: KnowledgeStore;
  readonly reader: Reader;
}

const readTimeoutMs = 2_000;
const judgeTimeoutMs = 1_500;
/** Where the judge turns an answer down the next best is tried, and then no other. */
const answersTriedMax = 2;

/**
 * Answers from documents by a model that reads them: the passages that it holds to answer the question, most probable
 * first, until one is borne out by the judge. `unread`: the model could not in its time, and nothing was decided.
 */
export async function answerByReading(
  parts: ReadingParts,
  question: Question,
  { documents }: Retrieved,
): Promise<AnswerFound | 'unread'> {
  const { reader } = parts;
  const read = await readPassages(
    reader,
    { question: question.text, hits: documents },
    { timeoutMs: readTimeoutMs },
  );
  if (read === null) return 'unread';
  const nothing = { draft: null, isStale: false, isDegraded: false };
  if (read.length === 0) return { ...nothing, models: { answering: null, judging: null } };
  const shape = answerShape(question.text);
  let judging: string | null = null;
  const candidates = read.filter(({ probability }) => probability >= passageMin).slice(0, answersTriedMax);
  for (const candidate of candidates) {
    const quoted = await draftQuote(parts.knowledge, question, { candidate, shape });
    if (quoted === 'stale') return { ...nothing, isStale: true, models: { answering: reader.name, judging } };
    if (quoted === null) continue;
    const second = await findSecond(parts.knowledge, question, { first: quoted, read, shape });
    const drafted = await judgeQuotes(parts, question, {
      shape,
      quoted: second === null ? [quoted] : [quoted, second],
    });
    if (drafted.isJudged) judging = reader.name;
    const models = { answering: reader.name, judging };
    if (drafted.draft !== null)
      return { draft: drafted.draft, isStale: false, isDegraded: !drafted.isJudged, models };
  }
  return { ...nothing, models: { answering: reader.name, judging } };
}

/** The draft, where it is borne out. Where the judge could not in its time the quotes stand by themselves, unjudged. */
async function judgeQuotes(
  parts: ReadingParts,
  question: Question,
  { shape, quoted }: { readonly shape: AnswerShape; readonly quoted: readonly QuotedAnswer[] },
): Promise<{ readonly draft: Draft | null; readonly isJudged: boolean }> {
  const [first] = quoted;
  if (first === undefined) return { draft: null, isJudged: false };
  const judged = await judgeAnswer(
    parts.reader,
    { question: question.text, shape, quoted },
    { timeoutMs: judgeTimeoutMs },
  );
  const support = quoted.flatMap((one) => one.support);
  const draftOf = (probability: number, also: Pick<Draft, 'lead' | 'judgement'>): Draft | null =>
    probability < answerMin
      ? null
      : { ...also, sourceType: 'document', found: { kind: 'read', probability }, support };
  if (judged === null)
    return { draft: draftOf(first.candidate.probability, { lead: '', judgement: null }), isJudged: false };
  const { judgement, lead } = judged;
  const { supported, contradicted } = judgement;
  const isBorneOut =
    supported >= groundingLines.supportedMin && contradicted <= groundingLines.contradictedMax;
  // What the second adds may be what is not borne out.
  if (!isBorneOut && quoted.length > 1) return await judgeQuotes(parts, question, { shape, quoted: [first] });
  if (!isBorneOut) return { draft: null, isJudged: true };
  const probability = answerProbability({ ...first.candidate.features, supported, contradicted });
  return { draft: draftOf(probability, { lead, judgement }), isJudged: true };
}
