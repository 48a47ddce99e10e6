import type { AnswerJudgement } from '@avow/guardrails';
import type { ClaimJudgement, ClaimToJudge, Reader } from '@avow/inference';
import { asQuestion } from '@avow/text';
import { hasNegation } from '@avow/text/terms';
import type { QuotedDraft } from '../draft.ts';
import { plainAnswerLines } from './answer-line.ts';
import { decidingSentences } from './deciding-sentences.ts';
import type { QuotedAnswer } from './draft-quote.ts';
import { isConditional } from './is-conditional.ts';
import { needsComparison } from './needs-comparison.ts';
import { showToModel } from './show-to-model.ts';
import { splitQuestion } from './split-question.ts';

export interface JudgedAnswer {
  readonly judgement: AnswerJudgement;
  /** Of the first quote, as if it were the whole answer. */
  readonly firstAlone: AnswerJudgement;
  /** Yes or no as the judge says; empty where it says neither. */
  readonly verdict: QuotedDraft['lead'];
  /** The same, but empty where it holds only under a condition. */
  readonly lead: QuotedDraft['lead'];
  /** What the judge says of yes and of no; null where neither could be the answer. */
  readonly verdicts: Verdicts | null;
}

interface Verdicts {
  readonly yes: ClaimJudgement;
  readonly no: ClaimJudgement;
}

/**
 * Judges an answer by what it is quoted from: that it answers the question, and, of a question to be answered by yes or no,
 * which of the two. Its sentences are quoted word for word, so their truth is not in question. Null where the judge cannot in
 * this time.
 */
export async function judgeAnswer(
  reader: Pick<Reader, 'name' | 'judge'>,
  {
    question,
    quoted,
    areAlternatives = false,
  }: {
    readonly question: string;
    readonly quoted: readonly QuotedAnswer[];
    /** Each may answer the whole question, in place of a part of it: yes or no is judged by the first. */
    readonly areAlternatives?: boolean;
  },
  limits: { readonly timeoutMs: number },
): Promise<JudgedAnswer | null> {
  const [first] = quoted;
  if (first === undefined) return null;
  const main = quoted.map(({ asked, answer, evidence }) => ({
    claim: `${asQuestion(asked)} ${answer}`,
    evidence,
  }));
  // To a question with several parts, one word would be ambiguous.
  const plain: ClaimToJudge[] =
    first.shape === 'yes_no' &&
    (quoted.length === 1 || areAlternatives) &&
    splitQuestion(question).length === 1
      ? ['Yes.', 'No.'].map((word) => ({
          claim: `${asQuestion(question)} ${word}`,
          evidence: first.evidence,
        }))
      : [];
  const claims = [...main, ...plain].map(({ claim, evidence }) => ({
    claim: showToModel(claim).text,
    evidence: showToModel(evidence, { asked: question }).text,
  }));
  const judged = await reader.judge(claims, limits);
  if (judged === null || judged.length !== claims.length) return null;
  const all = { answered: judged.slice(0, main.length), verdicts: judged.slice(main.length) };
  const [yes, no] = all.verdicts;
  const verdicts = yes === undefined || no === undefined ? null : { yes, no };
  const verdict =
    verdicts === null
      ? ''
      : (first.cellVerdict ?? sureVerdict(leadOf(verdicts, plainAnswerLines), question, first));
  return {
    judgement: judgementOf(reader.name, all),
    firstAlone: judgementOf(reader.name, { ...all, answered: all.answered.slice(0, 1) }),
    verdicts,
    verdict,
    lead: verdict !== '' && first.cellVerdict === null && isUndecided(question, first) ? '' : verdict,
  };
}

/** What is quoted leaves open which of the two it is, whatever a model makes of it. */
function isUndecided(question: string, { answer, support }: QuotedAnswer): boolean {
  const said = { pointed: answer, quotes: support.map(({ quote }) => quote) };
  return isConditional(question, said) || needsComparison(question, said);
}

/** What was said of each kind of claim, taken together. */
function judgementOf(
  model: string,
  { answered, verdicts }: Readonly<Record<'answered' | 'verdicts', readonly ClaimJudgement[]>>,
): AnswerJudgement {
  // If the quote says yes or no, that is what is judged: the extracted words say neither.
  const supported = Math.max(
    Math.min(...answered.map((one) => one.supported)),
    ...verdicts.map((one) => one.supported),
  );
  const mayContradict = verdicts.length === 0 ? answered : [];
  return {
    ...{ model, supported },
    contradicted: Math.max(0, ...mayContradict.map((one) => one.contradicted)),
    // Its sentences are the stored words.
    sentenceContradicted: 0,
    claimCount: answered.length + verdicts.length,
  };
}

/** What denies without "not": the words of opening hours, prices and rules. */
const denies =
  /\b(?:clos(?:e|es|ed|ing)|only|free|optional|voluntary|unless|except\p{L}*|excluded?|excluding|forbid\p{L}*|prohibit\p{L}*|ban(?:ned|s)?|refus\p{L}*|reject\p{L}*|un(?:able|available|supported|necessary|paid)|instead|rather\s+than|exempt\p{L}*|disabled?|prevents?|avoid|deprecated|removed|ineligible|invalid|lacks?|stopp?(?:ed|s)?|ends?|ended)\b/iu;

/** "Children may only come with an adult": what is allowed to some, or on a condition, is not denied to who asks. */
const allowsSome =
  /\b(?:may|can|could|allowed|permitted|welcome)\b.{0,60}\bonly\b|\bonly\b.{0,60}\b(?:may|can|allowed|permitted|welcome|with|if|when|after)\b/iu;
const only = /\bonly\b/giu;

/** The "no" of a row, which may be that of any column. */
const bareNo = /\|\s{0,9}no\s{0,9}(?=\|)/giu;

/**
 * A model overlooks "Do not:" far above an item: yes is not said to what is forbidden there. And it takes what says nothing of the
 * question for a no: only what denies something says no.
 */
function sureVerdict(
  verdict: QuotedDraft['lead'],
  question: string,
  { isNegated, answer, support }: Pick<QuotedAnswer, 'isNegated' | 'answer' | 'support'>,
): QuotedDraft['lead'] {
  const isAskedNegated = hasNegation(question);
  if (verdict === 'Yes.') return isNegated && !isAskedNegated ? '' : verdict;
  if (verdict !== 'No.' || isNegated || isAskedNegated) return verdict;
  const said = { pointed: answer, quotes: support.map(({ quote }) => quote) };
  return decidingSentences(said)
    .map((sentence) => sentence.replace(bareNo, '|'))
    .map((sentence) => (allowsSome.test(sentence) ? sentence.replace(only, '') : sentence))
    .some((sentence) => hasNegation(sentence) || denies.test(sentence))
    ? verdict
    : '';
}

/** Yes if the judge supports it by so much more than no, and vice versa. */
export function leadOf({ yes, no }: Verdicts, lines: typeof plainAnswerLines): QuotedDraft['lead'] {
  const forYes = yes.supported + no.contradicted;
  const forNo = no.supported + yes.contradicted;
  const lead = (forYes - forNo) / 2;
  if (lead >= lines.yesLeadMin && yes.supported >= lines.supportedMin) return 'Yes.';
  return lead <= -lines.noLeadMin && no.supported >= lines.supportedMin ? 'No.' : '';
}
