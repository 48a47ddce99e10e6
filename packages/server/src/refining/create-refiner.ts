import type { AnsweringSteps, RefinedQuestion } from '../interfaces/answering.ts';
import type { LanguageModel } from '../interfaces/language-model.ts';
import { contentTerms, isGenericTerm } from '../text/terms.ts';
import { refineByModel, refiningTimeoutMs } from './refine-by-model.ts';
import { followUpUnitsMax, refineByRules } from './refine-by-rules.ts';

/**
 * Makes follow-ups into questions that stand on their own: by the operator's language model where there is one, and by
 * rules where there is none or it cannot. Nothing is asked of a model where a thread begins.
 */
export function createRefiner({
  model,
  timeoutMs = refiningTimeoutMs,
}: {
  readonly model: LanguageModel | null;
  readonly timeoutMs?: number;
}): AnsweringSteps['refine'] {
  return async (asked, history, signal) => {
    const { text } = asked;
    const byRules = (): RefinedQuestion => ({
      text: refineByRules(asked, history),
      model: null,
      isDegraded: false,
      cost: null,
    });
    if (model === null || history.length === 0 || text.length > followUpUnitsMax) return byRules();
    if (!asked.mayAskModel) return { ...byRules(), isDegraded: true };
    const written = await refineByModel({ model, timeoutMs }, { asked: text, history }, signal);
    const { cost } = written;
    switch (written.kind) {
      case 'refined':
        return { text: written.text, model: model.name, isDegraded: false, cost };
      case 'same':
        // Whatever a model says, "why?" does not stand on its own.
        return contentTerms(text).every(isGenericTerm)
          ? { ...byRules(), cost }
          : { text, model: null, isDegraded: false, cost };
      case 'failed':
        return { ...byRules(), isDegraded: true, cost };
    }
  };
}
