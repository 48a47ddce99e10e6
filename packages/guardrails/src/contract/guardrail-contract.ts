import { queryRequestLimits, queryResponseSchema } from '@avow/contract/query';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkText } from '../check-text.ts';
import type { TextGuardrail, Verdict } from '../guardrail.ts';
import { readVerdict } from '../read-verdict.ts';
import { open, policyOf } from './test-guardrails.ts';

/** Any text the wire lets through, in any script, with the characters that checks look for among them. */
const anyText = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed());

export async function verdictOf(guardrail: TextGuardrail, text: string): Promise<Verdict> {
  return guardrail.check({ text, quotes: [] }, open);
}

export async function verdictKindOf(guardrail: TextGuardrail, text: string): Promise<Verdict['kind']> {
  return (await verdictOf(guardrail, text)).kind;
}

/** What must hold for every check, whatever it looks for. `found` are texts on which it fires, and what it finds there. */
export function testGuardrailContract(
  guardrail: TextGuardrail,
  examples: {
    readonly found: ReadonlyArray<{ readonly text: string; readonly secret: string }>;
    readonly slow: string;
  },
): void {
  it('returns the same valid verdict on any text every time', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const verdict = await verdictOf(guardrail, text);
        expect(readVerdict(verdict, text)).toEqual(verdict);
        expect(await verdictOf(guardrail, text)).toEqual(verdict);
      }),
    );
  });

  it('[CON-3-22] gives a one-sentence reason that does not repeat what was found', async () => {
    for (const { text, secret } of examples.found) {
      const verdict = await verdictOf(guardrail, text);
      expect(verdict.kind).not.toBe('pass');
      expect(verdict.reasoning).not.toContain(secret);
      expect(verdict.reasoning).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    }
  });

  it('[CON-3-20] [CON-3-23] is reported according to the wire contract', async () => {
    for (const text of ['What are your opening hours?', ...examples.found.map((example) => example.text)]) {
      const input = { text, quotes: [] };
      const { results } = await checkText(policyOf(guardrail), guardrail.target, input, open);
      expect(() => queryResponseSchema.shape.guardrails.parse(results)).not.toThrow();
      expect(results).toHaveLength(1);
    }
  });

  it('finishes on a worst-case text', async () => {
    // In time that grew with the square this would take minutes. `npm run bench -- growth` measures it.
    const text = examples.slow.repeat(
      (16 * queryRequestLimits.promptCodePointsMax) / [...examples.slow].length,
    );
    const verdict = await verdictOf(guardrail, text);
    expect(readVerdict(verdict, text)).toEqual(verdict);
  });
}
