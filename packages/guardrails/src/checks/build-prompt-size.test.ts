import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testGuardrailContract, verdictKindOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail } from '../contract/test-guardrails.ts';
import { buildPromptSize } from './build-prompt-size.ts';

const limitedTo = (codePointsMax: number) =>
  builtGuardrail('prompt_size', buildPromptSize, { settings: { code_points_max: codePointsMax } });

describe('prompt size', () => {
  testGuardrailContract(limitedTo(8_000), {
    found: [{ text: 'word '.repeat(1_601), secret: 'word' }],
    slow: '\u{1f600}',
  });

  it('counts code points, and allows exactly the limit', async () => {
    const lengths = fc.integer({ min: 1, max: 40 });
    const characters = fc.constantFrom('a', 'é', 'ش', '漢', '\u{1f600}', '\u{e0061}');
    await fc.assert(
      fc.asyncProperty(lengths, characters, async (codePointsMax, character) => {
        const guardrail = limitedTo(codePointsMax);
        expect(await verdictKindOf(guardrail, character.repeat(codePointsMax))).toBe('pass');
        expect(await verdictKindOf(guardrail, character.repeat(codePointsMax + 1))).toBe('block');
      }),
    );
  });
});
