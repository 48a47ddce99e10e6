import type { AnswerJudgement, Draft, WrittenDraft } from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { GuardrailInput } from '../interfaces/guardrail.ts';
import { joinAnswer } from '../text/join-answer.ts';
import { type ComposedAnswer, composeAnswer } from './compose-answer.ts';
import { type AnswerOutcome, guardAnswer } from './guard-answer.ts';

interface DraftToGuard {
  readonly draft: Draft;
  /** What is stored now where it quotes. */
  readonly stored: ReadonlyArray<string | null>;
  /** As the client is to see it. */
  readonly shown: ComposedAnswer;
  /** As it was looked up, and as it was asked: what stands for something there stands for nothing else in the answer. */
  readonly question: string;
}

/** The output guardrails on a draft: on what it says, on what it quotes, and on where that is from. */
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
  const judged = draft.kind === 'quoted' ? ofQuoted(draft) : { judgement: judgementOf(draft) };
  return { ...seen, ...judged, urls: urlsOf(draft), question };
}

/** The words that citations quote. */
function quotedInput({ draft, stored, question }: DraftToGuard): GuardrailInput {
  const about = { urls: urlsOf(draft), question };
  if (draft.kind === 'written') return { ...quotesOf(draft, stored), ...about };
  const { citations: _, ...seen } = composeAnswer(draft, { stored, format: 'markdown' });
  return { ...seen, ...ofQuoted(draft), ...about };
}

function urlsOf({ support }: Draft): string[] {
  return support.flatMap(({ url }) => url ?? []);
}

/** A curated answer is not judged: people wrote it for its question. */
function ofQuoted({ lead, sourceType, judgement }: Extract<Draft, { readonly kind: 'quoted' }>) {
  return sourceType === 'document' ? { lead, judgement } : { lead };
}

/** What a language model wrote is not what is quoted: the words of its citations are looked through by themselves. */
function quotesOf(
  { support }: WrittenDraft,
  stored: DraftToGuard['stored'],
): Pick<GuardrailInput, 'text' | 'quotes'> {
  const quotes = support.map(({ quote, follows }, index) => ({
    ...{ quote, follows, shown: quote },
    stored: stored[index] ?? null,
  }));
  return { text: joinAnswer('', quotes).text, quotes };
}

/** What a judge found of all sentences, taken together; null where some went without. */
function judgementOf({ units, judgedBy, addressed }: WrittenDraft): AnswerJudgement | null {
  const claims = units.filter((unit) => unit.claims);
  const judged = claims.flatMap((unit) => unit.judged ?? []);
  if (judgedBy === null || judged.length < claims.length || judged.length === 0) return null;
  const contradicted = Math.max(...judged.map((one) => one.contradicted));
  return {
    model: judgedBy,
    // Whether it answers what was asked; that each sentence is true of its source is looked at one by one.
    supported: addressed ?? Math.min(...judged.map((one) => one.supported)),
    contradicted,
    sentenceContradicted: contradicted,
    claimCount: judged.length,
  };
}
