import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itKeepsTheGuardrailContract, kindOf } from './contract/guardrail-contract.ts';
import { guardrailIds } from './guardrail-ids.ts';
import { createPromptSizeGuardrail } from './prompt-size.ts';

const id = guardrailIds.promptSize;

describe('createPromptSizeGuardrail', () => {
  itKeepsTheGuardrailContract(createPromptSizeGuardrail({ id, codePointsMax: 8_000 }), {
    found: [{ text: 'word '.repeat(1_601), secret: 'word' }],
    slow: '\u{1f600}',
  });

  it('counts code points, and lets exactly the limit through', async () => {
    const lengths = fc.integer({ min: 1, max: 40 });
    const characters = fc.constantFrom('a', 'é', 'ش', '漢', '\u{1f600}', '\u{e0061}');
    await fc.assert(
      fc.asyncProperty(lengths, characters, async (codePointsMax, character) => {
        const guardrail = createPromptSizeGuardrail({ id, codePointsMax });
        expect(await kindOf(guardrail, character.repeat(codePointsMax))).toBe('pass');
        expect(await kindOf(guardrail, character.repeat(codePointsMax + 1))).toBe('block');
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 32_001])('refuses a limit of %s', (codePointsMax) => {
    expect(() => createPromptSizeGuardrail({ id, codePointsMax })).toThrow(RangeError);
  });
});
