import type { Draft, QuotedDraft, WrittenDraft } from '@avow/answering';
import { likelihoodRight } from '@avow/answering/write';
import type { AnswerJudgement, Guard, GuardrailInput } from '@avow/guardrails';
import { joinAnswer } from '@avow/text';
import { type ComposedAnswer, composeAnswer } from './compose-answer.ts';
import { type AnswerOutcome, guardAnswer } from './guard-answer.ts';

interface DraftToGuard {
  readonly draft: Draft;
  /** What is stored now at each place that it quotes. */
  readonly stored: ReadonlyArray<string | null>;
  /** As the client is to see it. */
  readonly shown: ComposedAnswer;
  /** The question and the prompt: a placeholder in them must not mean something else in the answer. */
  readonly question: string;
}

/** The output guardrails on a draft: on its text, its quotes, and where these are from. */
export async function guardDraft(
  guard: Guard,
  given: DraftToGuard,
  deadline: AbortSignal,
): Promise<AnswerOutcome> {
  const { draft } = given;
  const inputs = { shown: shownInput(given), stored: quotedInput(given), cited: draft.support };
  return await guardAnswer(guard, inputs, deadline);
}

/** The answer as the client is to see it. */
export function shownInput({ draft, shown, question }: DraftToGuard): GuardrailInput {
  const { citations: _, ...seen } = shown;
  const judged = draft.kind === 'quoted' ? judgeQuoted(draft) : { judgement: joinJudgements(draft) };
  return { ...seen, ...judged, urls: listUrls(draft), question };
}

/** The words that citations quote. */
function quotedInput({ draft, stored, question }: DraftToGuard): GuardrailInput {
  const about = { urls: listUrls(draft), question };
  if (draft.kind === 'written') return { ...joinQuotes(draft, stored), ...about };
  const { citations: _, ...seen } = composeAnswer(draft, { stored, format: 'markdown' });
  return { ...seen, ...judgeQuoted(draft), ...about };
}

function listUrls({ support }: Draft): string[] {
  return support.flatMap(({ url }) => url ?? []);
}

/** A curated answer is not judged: people wrote it for its question. */
function judgeQuoted({ lead, sourceType, judgement, found }: QuotedDraft) {
  if (sourceType !== 'document') return { lead };
  if (judgement === null || found.kind !== 'read') return { lead, judgement };
  const { supported } = judgement;
  const likely = likelihoodRight(found.probability);
  // Yes and no are judged, and the probability is that of the passage.
  const answers = lead === 'Yes.' || lead === 'No.' ? Math.max(likely, supported) : likely;
  return { lead, judgement: { ...judgement, answers } };
}

/** What a language model wrote is not what is quoted: the words of its citations are checked by themselves. */
function joinQuotes(
  { support }: WrittenDraft,
  stored: DraftToGuard['stored'],
): Pick<GuardrailInput, 'text' | 'quotes'> {
  const quotes = support.map(({ quote, follows }, index) => ({
    ...{ quote, follows, shown: quote },
    stored: stored[index] ?? null,
  }));
  return { text: joinAnswer('', quotes).text, quotes };
}

/** A judge's verdict on all sentences together; null if some were not judged. */
function joinJudgements({ units, judgedBy, addressed }: WrittenDraft): AnswerJudgement | null {
  const claims = units.filter((unit) => unit.claims && unit.isRepaired !== true);
  const judged = claims.flatMap((unit) => unit.judged ?? []);
  if (judgedBy === null || judged.length < claims.length || judged.length === 0) return null;
  const contradicted = Math.max(...judged.map((one) => one.contradicted));
  return {
    model: judgedBy,
    // Whether it answers the question; whether its source supports each sentence is checked one by one.
    supported: addressed ?? Math.min(...judged.map((one) => one.supported)),
    contradicted,
    sentenceContradicted: contradicted,
    claimCount: judged.length,
  };
}
