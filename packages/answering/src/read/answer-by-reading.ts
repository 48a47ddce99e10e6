import { leadSeparator } from '@avow/documents';
import type { AnswerJudgement } from '@avow/guardrails';
import { asQuestion } from '@avow/text';
import { stripMarks } from '@avow/text/markdown';
import type { QuotedDraft, Support } from '../draft.ts';
import type { AnswerFound, Retrieved, TimeLeft } from '../found.ts';
import type { Question } from '../question.ts';
import type { Features } from '../score/confidence.ts';
import { answerMin, groundingLines, verdictMin } from './answer-line.ts';
import { answerShape } from './answer-shape.ts';
import { chooseTried, probabilityOfEither, type TriedAnswer } from './choose-tried.ts';
import { type CitedTexts, draftQuote, type QuotedAnswer } from './draft-quote.ts';
import { type FurtherDependencies, findFurther, mayFollow, type QuestionPart } from './find-further.ts';
import { type JudgedAnswer, judgeAnswer } from './judge-answer.ts';
import type { AnswerReader } from './limit-reader.ts';
import { pageName } from './page-name.ts';
import { pointedSentences } from './pointed-words.ts';
import type { ReadCandidate } from './rank-read.ts';
import { readChoices } from './read-choices.ts';
import { readFeatures } from './read-features.ts';
import { type PassagesRead, readPassages } from './read-passages.ts';
import { repeats } from './says-the-same.ts';
import { spokenVerdict } from './spoken-verdict.ts';

interface ReadingDependencies {
  readonly content: CitedTexts;
  readonly reader: AnswerReader;
  /**
   * However busy the model is with others, it is waited for as long as the question has time: an answer that was read is worth
   * more than one by words alone at once.
   */
  readonly limits: TimeLeft;
}

/** What is quoted: one passage, several that each answer a part of the question, or two of which one may answer it. */
interface Quotes {
  readonly quoted: readonly QuotedAnswer[];
  readonly areAlternatives: boolean;
  /** Another passage that says the same as the first quote, and is not quoted beside it. */
  readonly agreeing: ReadCandidate | null;
}

/**
 * Answers from documents by a model that reads them: the passages that it holds to answer the question, most probable
 * first, until the judge finds one supported. `unread`: the model could not in its time, and nothing was decided.
 */
export async function answerByReading(
  parts: ReadingDependencies,
  given: Question,
  { documents, further }: Retrieved,
): Promise<AnswerFound | 'unread'> {
  const question = { ...given, text: asQuestion(given.text) };
  const read = await readPassages(
    parts.reader,
    { question: question.text, hits: documents },
    { timeoutMs: parts.limits.leftMs() },
  );
  if (read === null) return 'unread';
  const choices = readChoices(read.candidates);
  const nothing = { draft: null, isStale: false, isDegraded: false, choices };
  if (read.candidates.length === 0) return { ...nothing, models: { answering: null, judging: null } };
  const answering = parts.reader.name;
  let turnedDownBy: string | null = null;
  // What was left out counts even if nothing is found: the answer might have been there.
  let isDegraded = !read.isWhole;
  const tried = chooseTried(read.candidates, { text: question.text, hasParts: further.length > 0 });
  const furtherParts = { content: parts.content, readFor: readOnce(parts) };
  for (const choice of tried) {
    const quoted = await quoteAll(furtherParts, question, { ...choice, read: read.candidates, further });
    if (quoted === 'stale')
      return { ...nothing, isStale: true, isDegraded, models: { answering, judging: turnedDownBy } };
    if (quoted === null) continue;
    const { draft, isJudged } = await judgeQuotes(parts, question, { ...quoted, read: read.candidates });
    isDegraded ||= !isJudged || quoted.isUnread;
    if (draft !== null) {
      const judging = draft.judgement?.model ?? null;
      return { draft, isStale: false, isDegraded, models: { answering, judging }, choices };
    }
    if (isJudged) turnedDownBy = answering;
  }
  return { ...nothing, isDegraded, models: { answering, judging: turnedDownBy } };
}

/** Reads for each thing that was asked once, however many answers are tried. */
function readOnce({ reader, limits }: ReadingDependencies): FurtherDependencies['readFor'] {
  const reads = new Map<QuestionPart, Promise<PassagesRead | null>>();
  return (part) => {
    const { asked, documents } = part;
    const read =
      reads.get(part) ??
      // Parts are read for one after another, so each gets the short form.
      readPassages(
        reader,
        { question: asked, hits: documents },
        { timeoutMs: limits.leftMs(), extent: 'brief' },
      );
    reads.set(part, read);
    return read;
  };
}

/** What the candidate says, and what others say on further parts of the question. */
async function quoteAll(
  parts: FurtherDependencies,
  question: Question,
  {
    candidate,
    second,
    read,
    further,
  }: TriedAnswer & {
    readonly read: readonly ReadCandidate[];
    readonly further: Retrieved['further'];
  },
): Promise<(Quotes & { readonly isUnread: boolean }) | 'stale' | null> {
  const { text } = question;
  const first = await draftQuote(parts.content, question, {
    ...{ candidate, asked: text },
    shape: answerShape(further[0]?.asked ?? text),
  });
  if (first === null || first === 'stale') return first;
  const found = { first, read };
  const others = await findFurther(parts, question, { further, found });
  const alone = { quoted: [first], areAlternatives: false, agreeing: null, isUnread: others.isUnread };
  if (second === null || others.quoted.length > 0) return { ...alone, quoted: [first, ...others.quoted] };
  const next = await draftQuote(parts.content, question, {
    ...{ candidate: second, asked: text },
    shape: first.shape,
  });
  if (next !== null && next !== 'stale' && repeatsElsewhere(first, next))
    return { ...alone, agreeing: second };
  const isAdded = next !== null && next !== 'stale' && mayFollow([first], next);
  // Alone it is not sure enough, and only a verdict could make it so.
  if (!isAdded && candidate.probability < answerMin && first.shape !== 'yes_no') return null;
  return isAdded ? { ...alone, quoted: [first, next], areAlternatives: true } : alone;
}

/** Whether the second says the same as the first in another place, and so adds nothing but weight. */
function repeatsElsewhere(first: QuotedAnswer, next: QuotedAnswer): boolean {
  const isElsewhere = first.support.every((one) =>
    next.support.every(
      (other) => one.documentId !== other.documentId || one.end <= other.start || other.end <= one.start,
    ),
  );
  // What is quoted around the same sentence may differ.
  return isElsewhere && [quotesOf, sentencesOf].some((wordsOf) => repeats(wordsOf(first), wordsOf(next)));
}

function quotesOf({ support }: QuotedAnswer): string {
  return support.map(({ quote }) => quote).join(' ');
}

function sentencesOf({ candidate: { hit, reading } }: QuotedAnswer): string {
  const [span] = reading.spans;
  return span === undefined ? '' : pointedSentences({ text: hit.text, span });
}

/** The draft, if the judge finds it supported. If the judge could not in time, the quotes are used without a verdict. */
async function judgeQuotes(
  parts: ReadingDependencies,
  question: Question,
  { quoted, areAlternatives, agreeing, read }: Quotes & { readonly read: readonly ReadCandidate[] },
): Promise<{ readonly draft: QuotedDraft | null; readonly isJudged: boolean }> {
  const [first] = quoted;
  if (first === undefined) return { draft: null, isJudged: false };
  const features = readFeatures(question.text, { candidate: first.candidate, read });
  const judged = await judgeAnswer(
    parts.reader,
    { question: question.text, quoted, areAlternatives },
    { timeoutMs: parts.limits.leftMs() },
  );
  const draftOf = (
    given: readonly QuotedAnswer[],
    {
      lead,
      verdict: judgedVerdict,
      judgement,
    }: Pick<QuotedDraft, 'lead' | 'judgement'> & Pick<JudgedAnswer, 'verdict'>,
  ): QuotedDraft | null => {
    const said = verdictIn(first);
    // A page that says yes where the judge says no is left to speak for itself.
    const verdict = said === '' || said === judgedVerdict ? judgedVerdict : '';
    const isOfTwo = areAlternatives && given.length > 1;
    const second = isOfTwo ? (given[1]?.candidate ?? null) : agreeing;
    const probability = probabilityOfEither({ candidate: first.candidate, second });
    if (probability < (verdict === '' ? answerMin : verdictMin)) return null;
    return {
      ...{ kind: 'quoted', sourceType: 'document', judgement },
      lead: isOfTwo ? 'Two passages may answer this:' : said === '' ? lead : '',
      found: { kind: 'read', probability, features: { ...features, ...verdictMatch(first, verdict) } },
      support: given.flatMap((one) => (isOfTwo ? namePage(one) : one.support)),
    };
  };
  if (judged === null)
    return { draft: draftOf(quoted, { lead: '', verdict: '', judgement: null }), isJudged: false };
  const { judgement, firstAlone, lead, verdict } = judged;
  // What says yes or no needs no second passage.
  const given = verdict !== '' && areAlternatives ? [first] : quoted;
  const together = given.length === 1 ? firstAlone : judgement;
  if (isSupported(together))
    return { draft: draftOf(given, { lead, verdict, judgement: together }), isJudged: true };
  // What the others add may be the unsupported part.
  const draft = isSupported(firstAlone) ? draftOf([first], { lead, verdict, judgement: firstAlone }) : null;
  return { draft, isJudged: true };
}

/** The yes or no that the quote begins with, as in "No, we do not": it is not said twice. */
function verdictIn({ support: [first] }: QuotedAnswer): QuotedDraft['lead'] {
  const said = spokenVerdict(stripMarks(first?.quote ?? ''));
  return said === null ? '' : said === 'yes' ? 'Yes.' : 'No.';
}

/** What a passage says, with the name of its page above it. */
function namePage({ support: [first, ...others], candidate: { hit } }: QuotedAnswer): readonly Support[] {
  if (first === undefined) return [];
  const [headings = ''] = hit.headings.split(leadSeparator);
  return [{ ...first, page: pageName({ title: first.title, headings }) }, ...others];
}

/** To a question for yes or no, words that say neither are half an answer. */
function verdictMatch({ shape }: QuotedAnswer, verdict: JudgedAnswer['verdict']): Features {
  return shape === 'yes_no' ? { type_match: verdict === '' ? 0 : 1 } : {};
}

function isSupported({ supported, contradicted }: AnswerJudgement): boolean {
  return supported >= groundingLines.supportedMin && contradicted <= groundingLines.contradictedMax;
}
