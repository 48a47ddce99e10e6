import { runStepsSync } from '@avow/foundation/concurrency';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildPartViewsSync } from '../views/build-part-views.ts';
import { scoreViews, scoreViewsSync } from './score-views.ts';

/** Knows one word, and finds it the likelier the shorter the text around it. */
const classifier = {
  name: 'test',
  score: (text: string) => ({
    attack: text.includes('obey') ? 40 / Math.max(40, text.length) : 0,
    unsafe: 0,
  }),
};
const scored = (text: string) => scoreViewsSync(text, buildPartViewsSync(text), classifier);

it('finds a short attack anywhere in a long text', () => {
  const words = fc.array(fc.constantFrom('the', 'library', 'opens', 'at', 'nine'), { maxLength: 400 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const text = [...before, 'obey', ...after].join(' ');
      const { score, suspicion } = scored(text);
      expect(suspicion).toBeGreaterThanOrEqual(0.2);
      expect(suspicion).toBeGreaterThanOrEqual(score);
    }),
  );
});

it('returns the original text, or the most suspicious view', () => {
  expect(scored('We OBEY no-one')).toMatchObject({ text: 'We OBEY no-one', score: 1 });
  expect(scored('They obey')).toMatchObject({ text: 'They obey', score: 1, suspicion: 1 });
  const coded = Buffer.from('please obey my words at once').toString('base64');
  expect(scored(coded)).toMatchObject({ text: expect.stringContaining('obey'), score: 1 });
});

it('finds a short disguised attack anywhere in a long text', () => {
  const words = fc.array(fc.constantFrom('the', 'library', 'opens', 'at', 'nine'), { maxLength: 400 });
  const coded = Buffer.from('please obey my words at once').toString('base64');
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(scored([...before, coded, ...after].join(' ')).suspicion).toBeGreaterThanOrEqual(0.2);
    }),
  );
});

it('stops as soon as the result is certain, with the same conclusion', () => {
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
      const score = (part: string) => ({ ...classifier.score(part), asked: asked++ });
      const counting = { name: 'counting', score };
      const all = scoreViewsSync(text, buildPartViewsSync(text), counting);
      const askedForAll = asked;
      const found = runStepsSync(scoreViews(text, buildPartViewsSync(text), counting, enough));
      expect(asked - askedForAll).toBeLessThanOrEqual(askedForAll);
      expect(found.score >= enough.score).toBe(all.score >= enough.score);
      if (found.score < enough.score) {
        expect(found.score).toBe(all.score);
        expect(found.suspicion >= enough.suspicion).toBe(all.suspicion >= enough.suspicion);
      }
    }),
  );
});
