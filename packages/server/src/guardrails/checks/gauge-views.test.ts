import fc from 'fast-check';
import { expect, it } from 'vitest';
import { viewsOf } from '../views/views-of.ts';
import { gaugeViews } from './gauge-views.ts';

/** Knows one word, and finds it the likelier the shorter the text around it. */
const gauge = {
  gauge: (text: string) => ({
    attack: text.includes('obey') ? 40 / Math.max(40, text.length) : 0,
    unsafe: 0,
  }),
};
const gauged = (text: string) => gaugeViews(text, viewsOf(text), gauge);

it('sees what drowns in a long text, wherever it stands', () => {
  const words = fc.array(fc.constantFrom('the', 'library', 'opens', 'at', 'nine'), { maxLength: 400 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const text = [...before, 'obey', ...after].join(' ');
      const { score, suspicion } = gauged(text);
      expect(suspicion).toBeGreaterThanOrEqual(0.2);
      expect(suspicion).toBeGreaterThanOrEqual(score);
    }),
  );
});

it('hands on the text as it was written, or the view that looks worst', () => {
  expect(gauged('We OBEY no-one')).toMatchObject({ text: 'We OBEY no-one', score: 1 });
  expect(gauged('They obey')).toMatchObject({ text: 'They obey', score: 1, suspicion: 1 });
  const coded = Buffer.from('please obey my words at once').toString('base64');
  expect(gauged(coded)).toMatchObject({ text: expect.stringContaining('obey'), score: 1 });
});
