import type { Guardrail, GuardrailInput, Redaction, Verdict } from '../interfaces/guardrail.ts';

/** UTF-16 offsets of what is to be replaced. */
export type FoundRange = Pick<Redaction, 'start' | 'end'>;

/** Replaces what `find` finds in the prompt or the answer. `thing` says what that is, and never quotes it. */
export function createRedactingGuardrail(settings: {
  readonly id: Guardrail['id'];
  readonly stage: 'input' | 'output';
  readonly name: string;
  readonly thing: string;
  readonly placeholder: string;
  readonly find: (text: string) => readonly FoundRange[];
}): Guardrail {
  const { id, stage, name, thing, placeholder, find } = settings;
  const subject = stage === 'input' ? 'The prompt' : 'The answer';

  function check({ text }: GuardrailInput): Verdict {
    const found = find(text);
    if (found.length === 0) return { kind: 'pass', reasoning: `${subject} holds no ${thing}.`, score: 0 };
    return {
      kind: 'redact',
      reasoning: `${subject} held a ${thing}, which was replaced.`,
      score: 1,
      redactions: found.map(({ start, end }) => ({ start, end, placeholder })),
    };
  }

  return {
    id,
    name,
    category: 'privacy',
    stage,
    blockedReason: 'pii',
    failMode: 'closed',
    timeoutMs: 1_000,
    check,
  };
}
