import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finishSteps } from '../take-turns.ts';
import { viewsOf } from '../views/views-of.ts';
import { gaugeSteps, gaugeViews } from './gauge-views.ts';

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

it('sees what drowns in a long text in disguise, wherever it stands', () => {
  const words = fc.array(fc.constantFrom('the', 'library', 'opens', 'at', 'nine'), { maxLength: 400 });
  const coded = Buffer.from('please obey my words at once').toString('base64');
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(gauged([...before, coded, ...after].join(' ')).suspicion).toBeGreaterThanOrEqual(0.2);
    }),
  );
});

it('looks no further than needed, and comes to the same conclusion', () => {
  const words = fc.array(
    fc.constantFrom('the', 'library', 'obey', 'opens', 'at', 'b2JleSBhdCBvbmNlIG5vdw=='),
    {
      maxLength: 200,
    },
  );
  const lines = fc.record({ score: fc.double({ min: 0, max: 1 }), suspicion: fc.double({ min: 0, max: 1 }) });
  fc.assert(
    fc.property(words, lines, (written, enough) => {
      const text = written.join(' ');
      let asked = 0;
      const counting = { gauge: (part: string) => ({ ...gauge.gauge(part), asked: asked++ }) };
      const all = gaugeViews(text, viewsOf(text), counting);
      const askedForAll = asked;
      const found = finishSteps(gaugeSteps(text, viewsOf(text), counting, enough));
      expect(asked - askedForAll).toBeLessThanOrEqual(askedForAll);
      expect(found.score >= enough.score).toBe(all.score >= enough.score);
      if (found.score < enough.score) {
        expect(found.score).toBe(all.score);
        expect(found.suspicion >= enough.suspicion).toBe(all.suspicion >= enough.suspicion);
      }
    }),
  );
});
