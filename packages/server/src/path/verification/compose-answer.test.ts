import type { Support, WrittenDraft } from '@avow/answering';
import type { WrittenUnit } from '@avow/answering/testing';
import { codePointLength } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeAnswer, wrapAnswer } from './compose-answer.ts';

const supportOf = (quote: string): Support => ({
  ...{ documentId: 'doc_a', pack: { packId: 'pack_a', version: 1 }, source: 'a.md', title: 'A', url: null },
  ...{ quote, start: 0, end: codePointLength(quote), score: 1, follows: 'as_paragraph' },
});

function draftOf(units: readonly Partial<WrittenUnit>[], quotes: readonly string[]): WrittenDraft {
  return {
    ...{ kind: 'written', sourceType: 'document', json: null, judgedBy: null },
    found: { kind: 'written', supported: null, keptShare: 1, logProbability: null },
    support: quotes.map(supportOf),
    units: units.map((unit, position) => ({
      ...{ text: 'A.', join: position === 0 ? '' : ' ', restsOn: [0], claims: true, judged: null },
      ...unit,
    })),
  };
}

const composed = (draft: WrittenDraft) => {
  const stored = draft.support.map(({ quote }) => quote);
  return composeAnswer(draft, { stored, format: 'structured_text' });
};

const slice = (text: string, { start, end }: { readonly start: number; readonly end: number }) =>
  [...text].slice(start, end).join('');

describe('composeAnswer of what a language model wrote', () => {
  it('reports which part each quote supports, in the order of the answer', () => {
    const draft = draftOf(
      [
        { text: 'Bread 🥐 is **baked**.', restsOn: [0] },
        { text: 'It is sold.', restsOn: [0, 1] },
        { text: 'In short:', restsOn: [], claims: false, join: '\n\n' },
        { text: 'Eat it.', restsOn: [1] },
      ],
      ['baked', 'sold'],
    );
    const { text, citations } = composed(draft);
    expect(text).toBe('Bread 🥐 is baked. It is sold.\n\nIn short: Eat it.');
    expect(citations.map((range) => [range.support, slice(text, range)])).toEqual([
      [0, 'Bread 🥐 is baked. It is sold.'],
      [1, 'It is sold.'],
      [1, 'Eat it.'],
    ]);
  });

  it('covers every claim, by whole units alone, and names nothing twice', () => {
    const unit = fc.record({
      text: fc.constantFrom('Plain.', '🥐 two.', '- an item', '3 & 4.', 'é.'),
      join: fc.constantFrom(' ', '\n', '\n\n'),
      restsOn: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }).map((all) => all.sort()),
    });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 8 }), (units) => {
        const [first, ...rest] = units;
        const draft = draftOf([{ ...first, join: '' } as Partial<WrittenUnit>, ...rest], ['x', 'y', 'z']);
        const { text, citations, written = [] } = composed(draft);
        let at = 0;
        const places = written.map(({ join, shown, restsOn }) => {
          const start = at + codePointLength(join);
          at = start + codePointLength(shown);
          return { start, end: at, restsOn };
        });
        for (const { start, end, restsOn } of places)
          for (const support of restsOn)
            expect(
              citations.filter((one) => one.support === support && one.start <= start && one.end >= end),
            ).toHaveLength(1);
        for (const { start, end } of citations) {
          expect(places.some((place) => place.start === start)).toBe(true);
          expect(places.some((place) => place.end === end)).toBe(true);
        }
        expect(codePointLength(text)).toBe(at);
        expect(citations.map(({ start }) => start)).toEqual(
          citations.map(({ start }) => start).sort((one, other) => one - other),
        );
      }),
    );
  });

  it('puts a text into JSON as one, and leaves a form as it was filled in', () => {
    const draft = draftOf([{ text: 'A "b".' }], ['b']);
    const { citations } = composed(draft);
    const json = wrapAnswer('json', { answer: 'A "b".', citations }, draft);
    expect(JSON.parse(json.answer)).toEqual({ answer: 'A "b".' });
    expect(json.citations).toEqual([
      { support: 0, start: 0, end: codePointLength(json.answer), isQuoted: false },
    ]);
    const form = { ...draft, json: '{"days":25}' };
    expect(composed(form)).toMatchObject({ text: '{"days":25}', isJson: true, citations: [{ end: 11 }] });
    expect(wrapAnswer('json', { answer: '{"days":25}', citations }, form).answer).toBe('{"days":25}');
    expect(wrapAnswer('markdown', { answer: 'A', citations }, draft).answer).toBe('A');
  });
});
