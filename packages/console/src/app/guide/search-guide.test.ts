import { expect, it } from 'vitest';
import { type GuideSection, searchGuide, snippetOf } from './search-guide.ts';

const section = (heading: string, text: string): GuideSection => ({
  ...{ page: 'review', title: 'Review', heading, anchor: '', text },
});
const sections = [
  section('Webhooks', 'A webhook says that an answer waits for a decision.'),
  section('Decisions', 'A reviewer delivers or blocks an answer.'),
  section('Expiry', 'Nobody decided in time.'),
];
const found = (text: string) => searchGuide(sections, text, 2).map(({ heading }) => heading);

it('finds sections with the most of the words, those with them in the heading first', () => {
  expect(found('decision')).toEqual(['Decisions', 'Webhooks']);
  expect(found('answer waits')).toEqual(['Webhooks']);
  expect(found('review')).toHaveLength(2);
  expect(found('waits unicorn')).toEqual(['Webhooks']);
  expect(found('unicorn')).toEqual([]);
  expect(found('  ?! ')).toEqual([]);
});

it('shows what stands around the word', () => {
  const long = section('Long', `${'before '.repeat(30)}needle ${'after '.repeat(40)}`);
  expect(snippetOf(long, 'needle')).toMatch(/^…(before )+needle (after )+.*…$/);
  expect(snippetOf(sections[2] as GuideSection, 'expiry')).toBe('Nobody decided in time.');
});
