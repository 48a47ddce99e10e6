import type { GuardrailResult, ProcessingStep, StreamEvent } from '@avow/contract';
import type { Journal } from './create-journals.ts';

/** Tells whoever follows a message how far it is. Nobody waits for it: what is told arrives in order, or not at all. */
export interface Tell {
  step(step: ProcessingStep): void;
  guardrails(results: readonly GuardrailResult[]): void;
}

/** To nobody where there is no journal. */
export function createTell(journal: Journal | null): Tell {
  // Where it cannot be written the end cannot be either, and that is what fails.
  const add = (events: readonly StreamEvent[]) => void journal?.add(events).catch(() => undefined);
  return {
    step: (step) => add([{ type: 'message.processing', data: { step } }]),
    guardrails: (results) => add(results.map((data) => ({ type: 'message.guardrail', data }))),
  };
}
