import { describe, expect, it } from 'vitest';
import { choiceUnitsMax, readChoices } from './read-choices.ts';
import { readCandidate } from './test-support/read-candidate.ts';

const bakers = readCandidate({ text: 'Notice is 30 days.', headings: 'Notice › Bakers', probability: 0.4 });
const drivers = readCandidate({ text: 'Notice is 14 days.', headings: 'Notice › Drivers', probability: 0.3 });

describe('readChoices', () => {
  it('names the sections that are about equally likely and differ, likeliest first', () => {
    expect(readChoices([bakers, drivers])).toEqual(['Bakers', 'Drivers']);
  });

  it('leaves out what leads into a part of a section', () => {
    const led = { ...drivers, hit: { ...drivers.hit, headings: 'Notice › Drivers » It is given:' } };
    expect(readChoices([bakers, led])).toEqual(['Bakers', 'Drivers']);
  });

  it.each([
    ['says the same', { text: 'Notice is given 30 days before.' }],
    ['is far less likely', { probability: 0.23 }],
    ['is under the same heading', { headings: 'Notice › Pay › Bakers' }],
    ['has a heading that names nothing but its form', { headings: 'Yes' }],
    ['says it under such a heading of the same section', { headings: 'Notice › Bakers › No' }],
    ['has no heading', { headings: '' }],
    ['has a heading that names nothing', { headings: 'x'.repeat(choiceUnitsMax + 1) }],
    ['is found to have no answer', { features: { spanMargin: -21 } }],
  ])('has nothing to choose where the other %s', (_, also) => {
    const other = readCandidate({
      text: 'Notice is 14 days.',
      headings: 'Drivers',
      probability: 0.3,
      ...also,
    });
    expect(readChoices([bakers, other])).toEqual([]);
  });

  it('has nothing to choose where the question names one of them, or none is likely at all', () => {
    const named = { ...drivers, features: { ...drivers.features, headingShare: 1 } };
    expect(readChoices([bakers, named])).toEqual([]);
    expect(readChoices([bakers, drivers].map((one) => ({ ...one, probability: 0.19 })))).toEqual([]);
    expect(readChoices([])).toEqual([]);
  });

  it.each([
    ['Pay › Bakers', ['Notice › Bakers', 'Pay › Bakers']],
    ['Pay › Young bakers', ['Notice › Bakers', 'Pay › Young bakers']],
    ['Pay › Drivers › FAQ', ['Bakers', 'Drivers']],
  ])(
    'adds the page where headings are alike, and skips those that name nothing: %s',
    (headings, expected) => {
      const other = readCandidate({ text: 'Notice is 14 days.', headings, probability: 0.3 });
      expect(readChoices([bakers, other])).toEqual(expected);
    },
  );

  it('names three at most', () => {
    const many = [1, 2, 3, 4].map((days) =>
      readCandidate({ text: `Notice is ${days} days.`, headings: `Grade ${days}`, probability: 0.3 }),
    );
    expect(readChoices(many)).toEqual(['Grade 1', 'Grade 2', 'Grade 3']);
  });
});
