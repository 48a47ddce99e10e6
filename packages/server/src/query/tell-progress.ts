import type { GuardrailResult } from '@avow/contract';
import type { Journal } from './create-journal.ts';

/** Tells whoever follows a message how far it is. Nobody waits for it: what is told arrives in order, or not at all. */
export interface Tell {
  step(step: string): void;
  guardrails(results: readonly GuardrailResult[]): void;
}

/** To nobody where there is no journal. */
export function createTell(journal: Journal | null): Tell {
  // Where it cannot be written the end cannot be either, and that is what fails.
  const add = (type: string, all: readonly unknown[]) => {
    if (all.length > 0) journal?.add(all.map((data) => ({ type, data }))).catch(() => undefined);
  };
  return {
    step: (step) => add('message.processing', [{ step }]),
    guardrails: (results) => add('message.guardrail', results),
  };
}
