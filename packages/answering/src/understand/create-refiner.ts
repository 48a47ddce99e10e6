import type { LanguageModel } from '@avow/inference';
import { contentTerms, isGenericTerm } from '@avow/text/terms';
import type { AnsweringSteps } from '../answering-steps.ts';
import type { RefinedQuestion } from '../question.ts';
import { acceptOffer } from './accept-offer.ts';
import { refineByModel, refiningTimeoutMs } from './refine-by-model.ts';
import { followUpUnitsMax, refineByRules } from './refine-by-rules.ts';
import { replyToCourtesy } from './reply-to-courtesy.ts';

/**
 * Turns follow-ups into standalone questions: by the operator's language model if there is one, and by rules if there is none
 * or it fails. No model is asked at the start of a thread.
 */
export function createRefiner({
  model,
  timeoutMs = refiningTimeoutMs,
}: {
  readonly model: LanguageModel | null;
  readonly timeoutMs?: number;
}): AnsweringSteps['refine'] {
  return async (prompt, history, signal) => {
    const { text } = prompt;
    const accepted = acceptOffer(text, history);
    if (accepted !== null) return { text: accepted, model: null, isDegraded: false, cost: null };
    const byRules = (): RefinedQuestion => ({
      text: refineByRules(prompt, history),
      model: null,
      isDegraded: false,
      cost: null,
    });
    if (replyToCourtesy(text) !== null) return { text, model: null, isDegraded: false, cost: null };
    if (model === null || history.length === 0 || text.length > followUpUnitsMax) return byRules();
    if (!prompt.mayAskModel) return { ...byRules(), isDegraded: true };
    const written = await refineByModel({ model, timeoutMs }, { prompt: text, history }, signal);
    const { cost } = written;
    switch (written.kind) {
      case 'refined':
        return { text: written.text, model: model.name, isDegraded: false, cost };
      case 'same':
        // Even if a model says so, "why?" is not standalone.
        return contentTerms(text).every(isGenericTerm)
          ? { ...byRules(), cost }
          : { text, model: null, isDegraded: false, cost };
      case 'failed':
        return { ...byRules(), isDegraded: true, cost };
    }
  };
}
