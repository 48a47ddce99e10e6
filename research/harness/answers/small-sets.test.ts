import { describe, expect, it } from 'vitest';
import { readSmallSets } from './small-sets.ts';

describe('the small sets', () => {
  const sets = readSmallSets();

  it('have tables, pages and curated pairs, and all of a set is of one part', () => {
    for (const { corpus, pages, questions } of sets) {
      const endings = new Set(pages.files.map(({ name }) => name.replace(/^[^.]*/, '')));
      expect(endings, corpus).toEqual(new Set(['.csv', '.md', '.qna.json']));
      expect(new Set(questions.map(({ part }) => part)).size, corpus).toBe(1);
      expect(new Set(questions.map(({ answerable }) => answerable)).size, corpus).toBe(2);
    }
    expect(new Set(sets.flatMap(({ questions }) => questions.map(({ part }) => part))).size).toBe(2);
  });

  it('ask for what stands in the files that they name', () => {
    for (const { pages, questions } of sets)
      for (const { id, sources, facts } of questions) {
        const named = pages.files.filter(({ name }) => sources.includes(name));
        expect(named.length, id).toBe(sources.length);
        const text = named.map(({ content }) => content.toLowerCase()).join(' ');
        for (const alternatives of facts)
          expect(
            named.length === 0 || alternatives.some((one) => text.includes(one.toLowerCase())),
            `${id}: ${alternatives}`,
          ).toBe(true);
      }
  });

  it('give each question an id of its own', () => {
    const ids = sets.flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
