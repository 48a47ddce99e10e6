import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerdicts } from './read-verdicts.ts';

const reply = (...verdicts: readonly unknown[]) => JSON.stringify({ verdicts });
const supported = (sentence: unknown, ...words: readonly string[]) => ({
  ...{ sentence, verdict: 'supported' },
  quotes: words.map((said) => ({ source: 1, words: said })),
});
const read = (text: string, count = 3) => Object.fromEntries(readVerdicts(text, count) ?? [[0, null]]);

describe('readVerdicts', () => {
  it('reads a verdict on each sentence, with its words', () => {
    const given = reply(supported(1, 'so it is'), { sentence: 3, verdict: 'contradicted', quotes: [] });
    const wanted = {
      1: { verdict: 'supported', quotes: ['so it is'] },
      3: { verdict: 'contradicted', quotes: [] },
    };
    expect(read(given)).toEqual(wanted);
    expect(read(`\`\`\`json\n${given}\n\`\`\``)).toEqual(wanted);
    expect(read(reply({ sentence: 2, verdict: 'not_supported' }))).toEqual({
      2: { verdict: 'not_supported', quotes: [] },
    });
  });

  it('knows no verdict on what was not asked about', () => {
    for (const sentence of [0, 4, -1, 1.5, '1', null, undefined, 1e9])
      expect(read(reply(supported(sentence, 'so it is')))).toEqual({});
  });

  it('passes over a verdict that is not whole, and goes on with the next', () => {
    const faulty = [
      ...[{ sentence: 1 }, { sentence: 1, verdict: 'yes', quotes: [] }, supported(1), null, 7, 'supported'],
      { sentence: 1, verdict: 'supported', quotes: 'so it is' },
      { sentence: 1, verdict: 'supported', quotes: [null, { words: 7 }, { words: 'x'.repeat(2_000) }] },
    ];
    for (const one of faulty)
      expect(read(reply(one, supported(2, 'so it is')))).toEqual({
        2: { verdict: 'supported', quotes: ['so it is'] },
      });
  });

  it('takes none of several verdicts on the same sentence', () => {
    expect(read(reply(supported(1, 'so'), supported(1, 'so'), supported(1, 'so')))).toEqual({});
    expect(read(reply(supported(1, 'so'), { sentence: 1, verdict: 'contradicted' }))).toEqual({});
  });

  it.each([
    '',
    'All of them are supported.',
    '{"verdicts": [{"sentence": 1, "verdict": "supported"',
    '[]',
    'null',
    '{"verdicts": {"1": "supported"}}',
    `${'['.repeat(9_000)}`,
  ])('reads nothing else: %s', (text) => {
    expect(readVerdicts(text, 3)).toBeNull();
  });

  it('never fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(5), (text, count) => {
        for (const [sentence, { verdict, quotes }] of readVerdicts(text, count) ?? []) {
          expect(sentence >= 1 && sentence <= count).toBe(true);
          if (verdict === 'supported') expect(quotes.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
