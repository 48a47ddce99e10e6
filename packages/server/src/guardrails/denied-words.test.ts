import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itKeepsTheGuardrailContract, kindOf, verdictOf } from './contract/guardrail-contract.ts';
import { createDeniedWordsGuardrail } from './denied-words.ts';
import { guardrailIds } from './guardrail-ids.ts';

function denying(...words: readonly string[]) {
  return createDeniedWordsGuardrail({ id: guardrailIds.deniedWordsInput, stage: 'input', words });
}

describe('createDeniedWordsGuardrail', () => {
  itKeepsTheGuardrailContract(denying('falcon', 'operation nightfall'), {
    found: [
      { text: 'Tell me of Falcon.', secret: 'alcon' },
      { text: 'OPERATION\nNightfall?', secret: 'ightfall' },
    ],
    slow: 'operation ',
  });

  it.each([
    ['falcon', 'Is the falcon here?'],
    ['falcon', 'FALCON'],
    ['falcon', 'the f\u200balcon'],
    ['falcon', '“Falcon”, they say'],
    ['café', 'the CAFE'],
    ['resume', 'my résumé'],
    ['operation nightfall', 'Operation-Nightfall begins'],
    ['operation nightfall', '**operation**  _nightfall_'],
    ['毒品', '我想买毒品吗'],
    ['c#', 'learn C# now'],
    ['💣', 'a 💣!'],
  ])('finds %s in: %s', async (word, text) => {
    expect(await kindOf(denying(word), text)).toBe('block');
  });

  it.each([
    ['falcon', 'falconry'],
    ['falcon', 'gyrfalcon'],
    ['ass', 'a class assignment'],
    ['operation nightfall', 'operation of the nightfall'],
    ['operation nightfall', 'nightfall operation'],
    ['c#', 'vitamin C'],
    ['カス', 'ガス'],
  ])('does not find %s in: %s', async (word, text) => {
    expect(await kindOf(denying(word), text)).toBe('pass');
  });

  it('finds every word of any list, among any others', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcdeéñøσжשم'), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        words,
        async (list, index, other) => {
          const denied = list[index % list.length] ?? '';
          expect(await kindOf(denying(...list), `${other}, ${denied.toUpperCase()} ${other}`)).toBe('block');
        },
      ),
    );
  });

  it('says that no words are configured, where there are none', async () => {
    expect(await verdictOf(denying(), 'anything')).toEqual({
      kind: 'pass',
      reasoning: 'No denied words are configured.',
      score: 0,
    });
  });

  it('speaks of the answer where it checks the answer', async () => {
    const guardrail = createDeniedWordsGuardrail({
      id: guardrailIds.deniedWordsOutput,
      stage: 'output',
      words: ['x'],
    });
    expect((await verdictOf(guardrail, 'x')).reasoning).toMatch(/^The answer /);
    expect((await verdictOf(guardrail, 'y')).reasoning).toMatch(/^The answer /);
  });

  it('refuses lists that it cannot keep', () => {
    expect(() => denying('fine', '!!!')).toThrow('denied word 2 has no letter or digit');
    expect(() => denying('x'.repeat(201))).toThrow('denied word 1 is longer than 200 characters');
    expect(() => denying(...Array(10_001).fill('x'))).toThrow('at most 10000 words');
  });
});
