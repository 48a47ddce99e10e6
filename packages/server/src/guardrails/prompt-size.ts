import { codePointLength, queryRequestLimits } from '@avow/contract';
import type { Guardrail } from '../interfaces/guardrail.ts';

/** Blocks prompts longer than the operator wants to answer; the wire refuses still longer ones before any check. */
export function createPromptSizeGuardrail(settings: {
  readonly id: Guardrail['id'];
  readonly codePointsMax: number;
}): Guardrail {
  const { id, codePointsMax } = settings;
  if (
    !Number.isInteger(codePointsMax) ||
    codePointsMax < 1 ||
    codePointsMax > queryRequestLimits.promptCodePointsMax
  ) {
    throw new RangeError(`a prompt may have from 1 to ${queryRequestLimits.promptCodePointsMax} code points`);
  }
  const limit = codePointsMax.toLocaleString('en');
  return {
    id,
    name: 'Prompt size',
    category: 'format',
    stage: 'input',
    blockedReason: 'policy',
    failMode: 'closed',
    timeoutMs: 1_000,
    check: ({ text }) =>
      codePointLength(text) <= codePointsMax
        ? { kind: 'pass', reasoning: `The prompt is within the limit of ${limit} characters.`, score: 0 }
        : {
            kind: 'block',
            reasoning: `The prompt is longer than the limit of ${limit} characters.`,
            score: 1,
          },
  };
}
