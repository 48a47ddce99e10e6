import { describe, expect, it } from 'vitest';
import { outsideFigures, refineTopics } from './measure-outside.ts';

describe('measuring conversations from elsewhere', () => {
  it('counts exact questions, and those with all words and at most three more', () => {
    const expected = 'Is throat cancer treatable?';
    const figures = outsideFigures([
      { refined: 'Is throat cancer treatable?', expected },
      { refined: 'Is throat cancer of old smokers treatable?', expected },
      { refined: 'Is throat cancer of old smokers in cold countries treatable?', expected },
      { refined: 'Is it treatable?', expected },
    ]);
    expect(figures).toMatchObject({ count: 4, exact: 0.25, covers: 0.5 });
    expect(figures.recall).toBeCloseTo((3 + 1 / 3) / 4);
  });

  it('passes at most four refined questions on, newest first, and counts a shared turn once', async () => {
    const seen: string[][] = [];
    const topic = ['a', 'b', 'c', 'd', 'e', 'f'].map((asked) => ({
      asked,
      expected: asked,
      automatic: null,
    }));
    const other = [...topic.slice(0, 5), { asked: 'g', expected: 'g', automatic: null }];
    const pairs = await refineTopics(
      async (asked, history) => {
        seen.push(history.map(({ question }) => question));
        return `${asked}!`;
      },
      [topic, other],
    );
    expect(seen[5]).toEqual(['e!', 'd!', 'c!', 'b!']);
    expect(pairs.map(({ expected }) => expected)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });
});
