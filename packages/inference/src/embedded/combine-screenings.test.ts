import { unsafeKinds } from '@avow/contract/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineScreenings } from './combine-screenings.ts';
import { createScreenedText } from './create-screened-text.ts';
import { createTokeniser } from './create-tokeniser.ts';
import { screeningRules, tagCount } from './screening-rules.ts';
import { sigmoid } from './sigmoid.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';

const tokeniser = createTokeniser({ vocabulary: tinyVocabulary, lowerCase: true });
const temperatures = { injection: 2, unsafe: 3, tags: 1 };
const logits = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -30, max: 30, noNaN: true });

describe('combineScreenings', () => {
  it('knows every kind that a policy can name, and no other', () => {
    expect([...screeningRules.unsafeKinds].sort()).toEqual([...unsafeKinds].sort());
  });

  it('goes by the worst window in each respect, in the order of the outputs', () => {
    const text = createScreenedText('a', tokeniser, { tokensMax: 96 });
    const outputs = fc.array(fc.tuple(logits(1), logits(7)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(outputs, (all) => {
        const answers = all.map(([injection, unsafe]) => ({ injection, unsafe, tags: new Float32Array(21) }));
        const found = combineScreenings(text, answers, temperatures);
        const worst = (values: readonly (number | undefined)[], temperature: number) =>
          Math.max(...values.map((value = Number.NaN) => sigmoid(value, temperature)));
        expect(found.injection).toBe(
          worst(
            all.map(([injection]) => injection[0]),
            2,
          ),
        );
        const kinds = ['hate', 'harassment', 'self_harm', 'sexual', 'violence', 'weapons', 'crime'] as const;
        for (const [place, kind] of kinds.entries())
          expect(found.unsafe[kind]).toBe(
            worst(
              all.map(([, unsafe]) => unsafe[place]),
              3,
            ),
          );
      }),
    );
  });

  it('finds a name that stands across two windows once and whole', () => {
    const text = createScreenedText('a '.repeat(120), tokeniser, { tokensMax: 96 });
    expect(text.windows).toHaveLength(2);
    // The windows share the tokens 30 to 93, and take over from one another in the middle of them.
    const isName = (token: number) => token >= 55 && token < 70;
    const answers = text.windows.map(({ ids, firstToken, textAt }) => ({
      injection: new Float32Array(1),
      unsafe: new Float32Array(7),
      tags: Float32Array.from({ length: ids.length * tagCount }, (_, at) => {
        const token = firstToken + Math.floor(at / tagCount) - textAt;
        const tag = isName(token) ? (token === 55 ? 3 : 4) : 0;
        return at % tagCount === tag ? 9 : 0;
      }),
    }));
    const { names } = combineScreenings(text, answers, temperatures);
    expect(names).toEqual([{ kind: 'address', start: 110, end: 139, score: expect.closeTo(1, 2) }]);
  });
});
