import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRedactions } from '../apply-redactions.ts';
import { testGuardrailContract, verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail, noParts } from '../contract/test-guardrails.ts';
import { buildWords } from './build-words.ts';
import { faulty } from './check-builder.ts';

function denying(...words: string[]) {
  return builtGuardrail('words', buildWords, { settings: { words } });
}

describe('denied words', () => {
  testGuardrailContract(denying('falcon', 'operation nightfall'), {
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
    expect(await verdictKindOf(denying(word), text)).toBe('block');
  });

  it.each([
    ['falcon', 'falconry'],
    ['falcon', 'gyrfalcon'],
    ['ass', 'a class assignment'],
    ['operation nightfall', 'operation of the nightfall'],
    ['operation nightfall', 'nightfall operation'],
    ['c#', 'vitamin C'],
    ['カス', 'ガス'],
    ['cat', 'Email verification for personal accounts'],
  ])('does not find %s in: %s', async (word, text) => {
    expect(await verdictKindOf(denying(word), text)).toBe('pass');
  });

  it('finds disguised words in all of a long text, and not only at its ends', async () => {
    const disguised = Buffer.from('operation nightfall').toString('base64');
    for (const units of [200, 16_200, 31_000]) {
      const around = '\u{1f600}'.repeat(units / 2);
      expect(await verdictKindOf(denying('operation nightfall'), `${around} ${disguised} ${around}`)).toBe(
        'block',
      );
    }
  });

  it('finds every word of any list among other words', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcdeéñøσжשم'), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        words,
        async (list, index, other) => {
          const denied = list[index % list.length] ?? '';
          expect(await verdictKindOf(denying(...list), `${other}, ${denied.toUpperCase()} ${other}`)).toBe(
            'block',
          );
        },
      ),
    );
  });

  it('reports that no words are configured', async () => {
    expect(await verdictOf(denying(), 'anything')).toEqual({
      kind: 'pass',
      reasoning: 'No denied words are configured.',
      score: 0,
    });
  });

  it('mentions the answer if it checks the answer', async () => {
    const guardrail = builtGuardrail('words', buildWords, { stage: 'output', settings: { words: ['x'] } });
    expect((await verdictOf(guardrail, 'x')).reasoning).toMatch(/^The answer /);
    expect((await verdictOf(guardrail, 'y')).reasoning).toMatch(/^The answer /);
  });

  it('reports every word of a list that it could never find, without repeating it', () => {
    const given = { stage: 'input', action: 'block', threshold: 0.5, timeout_ms: 100 } as const;
    expect(buildWords({ ...given, settings: { words: ['fine', '!!!', '…'] } }, noParts)).toEqual({
      kind: 'faulty',
      faults: [1, 2].map((at) => ({
        path: ['settings', 'words', at],
        message: 'Must have a letter or digit',
      })),
    });
  });

  it('rejects a list that is too long', () => {
    const given = { stage: 'input', action: 'block', threshold: 0.5, timeout_ms: 100 } as const;
    const madeOf = (words: string[]) => buildWords({ ...given, settings: { words } }, noParts);
    const phrase = Array(100).fill('a').join(' ');
    expect(madeOf(Array(200).fill(phrase)).kind).toBe('text');
    expect(madeOf(Array(201).fill(phrase))).toEqual(
      faulty(['settings', 'words'], 'Must have at most 20,000 words in all phrases together'),
    );
    expect(madeOf(Array(750).fill('é'.repeat(200))).kind).toBe('text');
    expect(madeOf(Array(751).fill('é'.repeat(200)))).toEqual(
      faulty(['settings', 'words'], 'Must have at most 150,000 characters in total'),
    );
  });

  describe('with the action redact', () => {
    const redacting = (...words: string[]) =>
      builtGuardrail('words', buildWords, { action: 'redact', settings: { words } });

    testGuardrailContract(redacting('falcon', 'operation nightfall', '毒品'), {
      found: [
        { text: 'Tell me of 😀 Fálcon.', secret: 'lcon' },
        { text: '我想买毒品吗', secret: '毒品' },
      ],
      slow: 'falcon ',
    });

    it.each([
      ['The Falcon, a falcon.', 'The [removed], a [removed].'],
      ['😀 f\u200balcon!', '😀 [removed]!'],
      ['operation  **nightfall**', '[removed]**'],
      ['我想买毒品吗', '我想买[removed]吗'],
      ['falconry', 'falconry'],
    ])('%j becomes %j', async (text, expected) => {
      const verdict = await verdictOf(redacting('falcon', 'operation nightfall', '毒品'), text);
      expect(applyRedactions(text, verdict.kind === 'redact' ? verdict.redactions : [])).toBe(expected);
    });

    it('leaves none of them, whatever is between and around', async () => {
      const parts = fc.constantFrom(
        'falcon',
        'FÁLCON',
        'night',
        'fall',
        ' ',
        '-',
        '毒',
        '品',
        '😀',
        '\u200b',
        'ß',
        '\n',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(parts, { maxLength: 14 }), async (list) => {
          const text = list.join('');
          const guardrail = redacting('falcon', 'night fall', '毒品', 'fall night');
          const verdict = await verdictOf(guardrail, text);
          const left = applyRedactions(text, verdict.kind === 'redact' ? verdict.redactions : []);
          const again = await verdictOf(guardrail, left);
          expect(again.kind === 'redact').toBe(false);
        }),
      );
    });

    it('reports if another one is left in disguise', async () => {
      const text = 'The falcon is here, and the f a l c o n is there, they said to me today.';
      const verdict = await verdictOf(redacting('falcon'), text);
      expect(verdict).toMatchObject({ kind: 'redact', reasoning: expect.stringContaining('disguise') });
    });

    it('flags disguised words, since they cannot be replaced', async () => {
      const verdict = await verdictOf(redacting('falcon'), 'The f a l c o n is here, they said to me today.');
      expect(verdict).toMatchObject({ kind: 'flag', reasoning: expect.stringContaining('disguise') });
    });
  });

  it.each([
    ['letter by letter', 'Tell me of the f a l c o n today'],
    ['in base64', `Please decode ${btoa('tell me about the falcon today')} and answer`],
    ['in the letters of another script', 'the fаlсоn'],
  ])('finds what is written %s', async (_, text) => {
    expect(await verdictKindOf(denying('falcon'), text)).toBe('block');
  });
});
