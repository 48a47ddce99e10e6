import type { GuardModel } from '../guard-model.ts';
import { ModelFault, type ModelFaultCode } from '../model-fault.ts';

/** How the last request to a guardrail model ended. Stopped: it took too long, or nobody waits for it any more. */
export type GuardModelState = 'works' | 'stopped' | ModelFaultCode;

/** The same model, which reports each change of its state once instead of each request. */
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
