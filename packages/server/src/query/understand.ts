import type { RefinedQuestion, Turn } from '../interfaces/answering.ts';
import type { InputOutcome } from '../interfaces/guard.ts';
import { questionLanguage } from '../languages/question-language.ts';
import type { CostCount } from './create-cost-count.ts';
import { guardQuestion } from './guard-input.ts';
import type { GuardedParts } from './query-parts.ts';
import { readHistory } from './read-history.ts';
import type { Run } from './run.ts';
import type { Tell } from './tell-progress.ts';

interface Understanding {
  /** What the guardrails said of the prompt: it passed. */
  readonly checked: InputOutcome;
  /** Called before the question leaves for a provider. */
  readonly beforeSending: () => Promise<void>;
  readonly tell: Tell;
  readonly onCost: CostCount['add'];
}

/** What is asked, standing on its own, and what the guardrails say of that. */
export interface Understood {
  readonly input: InputOutcome;
  readonly refined: RefinedQuestion;
  /** Newest first. */
  readonly history: readonly Turn[];
  /** To answer in; null: not known. */
  readonly language: string | null;
}

/** Refine: a follow-up is joined with what it follows; then what needs a question that stands on its own is checked. */
export async function understand(
  parts: GuardedParts,
  { admission, timeLimit: { signal: deadline }, mayAskModels }: Run,
  { checked, beforeSending, tell, onCost }: Understanding,
): Promise<Understood> {
  const { steps, telemetry } = parts;
  const { tenantId, request } = admission;
  const { text } = checked;
  const asWritten = questionLanguage({ given: request.language ?? null, text });
  const history = await telemetry.step('read_history', () => readHistory(parts, admission, deadline));
  if (history.length > 0) {
    tell.step('refine');
    // A language model may be asked what a follow-up means.
    await beforeSending();
  }
  const asked = { text, language: asWritten, mayAskModel: mayAskModels };
  const refining = telemetry.step('refine', () => steps.refine(asked, history, deadline));
  onCost(refining.then(({ cost }) => cost));
  const refined = await refining;
  // A few words alone may not tell it, and together with what they follow they do.
  const language = asWritten ?? questionLanguage({ given: null, text: refined.text });
  const checking = { tenantId, prompt: request.prompt, question: refined.text, input: checked };
  return { input: await guardQuestion(parts, checking, deadline), refined, history, language };
}
