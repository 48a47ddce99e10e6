import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSource } from '../write/test-support/create-source.ts';
import { findQuotes } from './find-quote.ts';
import { wantedOf } from './ground-unit.ts';
import type { QuotableSource } from './quotable-source.ts';
import { readQuotableSource } from './read-quotable-source.ts';

const leave = createSource(
  1,
  'Staff are given 30 days of leave a year. Unused leave ends in March. Ask the people team for more.',
  { title: 'Leave' },
);
const travel = createSource(
  2,
  'Trips are booked by the travel desk.\n\nYou need:\n\n- a passport that is valid for 6 months\n- a ticket\n\n| Country | Rate in EUR |\n|---|---|\n| France | 55 |\n| Spain | 48 |\n',
  { title: 'Travel' },
);

function find(text: string, sources: readonly QuotableSource[], references: readonly number[] = []) {
  const unit = { text, references, question: '', before: '' };
  const found = findQuotes(wantedOf(unit), sources.map(readQuotableSource));
  return found.map(({ quotes, ...one }) => ({
    ...one,
    sources: quotes.map(({ source }) => source),
    words: quotes.map(({ source, start, end }) =>
      sources.find(({ number }) => number === source)?.text.slice(start, end),
    ),
  }));
}

describe('findQuotes', () => {
  it('finds the sentence that has it all, whichever source the model named', () => {
    const [best] = find('You get 30 days of leave each year.', [leave, travel], [2]);
    expect(best).toMatchObject({
      missing: [],
      sources: [1],
      words: ['Staff are given 30 days of leave a year.'],
    });
  });

  it('takes neighbours together', () => {
    const [best] = find('Staff get 30 days of leave, and unused leave ends in March.', [leave]);
    expect(best?.words).toEqual(['Staff are given 30 days of leave a year. Unused leave ends in March.']);
    expect(best?.missing).toEqual([]);
  });

  it('takes an item with its lead-in, and a row with its head', () => {
    const [item] = find('You need a passport that is valid for 6 months.', [leave, travel]);
    expect(item).toMatchObject({
      words: ['You need:', 'a passport that is valid for 6 months'],
      missing: [],
    });
    const [row] = find('The rate for Spain is 48 EUR.', [leave, travel]);
    expect(row).toMatchObject({ words: ['| Country | Rate in EUR |', '| Spain | 48 |'], missing: [] });
  });

  it('lends no row the figures of another', () => {
    const [row] = find('The rate for Spain is 55 EUR.', [travel]);
    expect(row?.missing).not.toEqual([]);
    const [both] = find('The rate for Spain is 48 EUR, and for France 55 EUR.', [travel]);
    expect(both?.missing).toEqual([]);
  });

  it('finds nothing if a source says it about something else, or only two of them together do', () => {
    const parking = createSource(3, 'The garage is closed on public holidays.');
    const canteen = createSource(4, 'The canteen serves soup.');
    const [best] = find('The canteen is closed on public holidays.', [parking, canteen]);
    expect(best?.missing).toEqual(['subject']);
  });

  it('joins two sources if neither has all of it', () => {
    const [best] = find('Staff get 30 days of leave and trips are booked by the travel desk.', [
      leave,
      travel,
    ]);
    expect(best?.missing).toEqual([]);
    expect(new Set(best?.sources)).toEqual(new Set([1, 2]));
  });

  it('says what is missing, and lets nothing that hardly speaks of it step in', () => {
    const [wrong] = find('Staff are given 31 days of leave a year.', [leave, travel]);
    expect(wrong?.missing).toEqual(['number']);
    const other = createSource(3, 'In 31 days the lease ends.');
    const [still] = find('Staff are given 31 days of leave a year.', [leave, other]);
    expect(still?.missing).toEqual(['number']);
  });

  it('prefers the source that the model named if two say the same', () => {
    const twin = createSource(2, leave.text);
    expect(find('You get 30 days of leave.', [leave, twin], [2])[0]?.sources).toEqual([2]);
    expect(find('You get 30 days of leave.', [leave, twin], [1])[0]?.sources).toEqual([1]);
  });

  it('knows how many words in a row somebody made up', () => {
    const [best] = find('Staff are given 30 days of leave, plus purple elephants dancing nightly.', [leave]);
    expect(best?.gap).toBeGreaterThanOrEqual(4);
  });

  it('never quotes a heading, and takes names from one', () => {
    const source = createSource(1, '# Berlin office\n\nThe doors open at 8:00.');
    const [best] = find('The doors of the Berlin office open at 8:00.', [source]);
    expect(best).toMatchObject({ words: ['The doors open at 8:00.'], missing: [] });
  });

  it('quotes exactly what a source holds, of any text, and never fails', () => {
    const words = fc.constantFrom(
      ...'the Staff 30 days leave. | a | b |\n - not # ` " “ 😀 é \u{1F468}\u200D\u{1F469} 5 pm, :'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 60 }).map((some) => some.join(' ')),
      fc.string({ unit: 'binary', maxLength: 200 }),
    );
    fc.assert(
      fc.property(text, text, text, (unit, one, other) => {
        const sources = [createSource(1, one), createSource(2, other)];
        for (const { words: quoted, score } of find(unit, sources, [7])) {
          for (const [at, quote] of quoted.entries()) {
            expect(quote, String(at)).not.toBe('');
            expect(quote).toBe(quote?.trim());
          }
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('takes long and hostile sources, up to a limit', () => {
    for (const piece of ['- a\n', '| a |\n', 'a. ', 'x', '" ', '1 ']) {
      const source = createSource(1, piece.repeat(60_000 / piece.length));
      expect(readQuotableSource(source).pieces.length).toBeLessThanOrEqual(400);
      expect(Array.isArray(find('You need a thing, and 5 days.', [source]))).toBe(true);
    }
  });
});
