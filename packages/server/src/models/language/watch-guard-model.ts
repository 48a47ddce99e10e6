import { ModelFault, type ModelFaultCode } from '../../errors/model-fault.ts';
import type { GuardModel } from '../../interfaces/guard-model.ts';

/** How the last request to a guardrail model ended. Stopped: it took too long, or nobody waits for it any more. */
export type GuardModelState = 'works' | 'stopped' | ModelFaultCode;

/** The same model; each change in how it does is told, and not each request: an operator must learn of it, once. */
export function watchGuardModel(model: GuardModel, onChange: (state: GuardModelState) => void): GuardModel {
  let last: GuardModelState = 'works';
  const note = (state: GuardModelState) => {
    if (state !== last) onChange(state);
    last = state;
  };
  return {
    name: model.name,
    applyRule: async (asked, signal) => {
      try {
        const probability = await model.applyRule(asked, signal);
        note('works');
        return probability;
      } catch (error) {
        note(error instanceof ModelFault ? error.code : 'stopped');
        throw error;
      }
    },
  };
}
