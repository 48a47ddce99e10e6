import type { GuardrailResult, ProcessingStep, StreamEvent } from '@avow/contract';
import type { Journal } from './create-journals.ts';

/** Reports the progress of a message to its followers. Nothing waits for it: events arrive in order, or not at all. */
export interface ProgressReporter {
  step(step: ProcessingStep): void;
  guardrails(results: readonly GuardrailResult[]): void;
}

/** Reports nothing if there is no journal. */
export function createProgressReporter(journal: Journal | null): ProgressReporter {
  // If this cannot be written, the end of the message cannot be either, and that failure is the one reported.
  const add = (events: readonly StreamEvent[]) => void journal?.add(events).catch(() => undefined);
  return {
    step: (step) => add([{ type: 'message.processing', data: { step } }]),
    guardrails: (results) => add(results.map((data) => ({ type: 'message.guardrail', data }))),
  };
}
