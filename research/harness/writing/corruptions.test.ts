import { describe, expect, it, test } from 'vitest';
import { type CorruptionKind, corrupt, corruptionKinds, type Foreign } from './corruptions.ts';

const foreign: Foreign = {
  sentence: 'The kitchen on the second floor has a new coffee machine today.',
  neighbour: 'Parking is free on the roof.',
  sibling: 'Visitors must sign the book.',
  name: 'Lisbon',
  random: () => 0,
};

describe('corrupt', () => {
  test.each<[CorruptionKind, string, string | null]>([
    ['number changed', 'You get 30 days.', 'You get 31 days.'],
    ['number changed', 'You get v2 of S3.', null],
    ['unit changed', 'You get 30 days.', 'You get 30 weeks.'],
    ['date moved', 'It ends on March 3.', 'It ends on April 3.'],
    ['date moved', 'It began in 2019.', 'It began in 2020.'],
    ['negation dropped', 'You do not pay.', 'You do pay.'],
    ['negation dropped', 'You cannot pay.', 'You can pay.'],
    ['negation dropped', 'You pay.', null],
    ['negation added', 'It is free.', 'It is not free.'],
    ['negation added', 'It is not free.', null],
    ['bound turned round', 'Take at least 5 days.', 'Take at most 5 days.'],
    ['name swapped', 'The office in Berlin is open.', 'The office in Lisbon is open.'],
    ['clause invented', 'It is free.', 'It is free, and the second floor has a new coffee machine today.'],
    ['sources mixed', 'Lunch is at noon.', 'Lunch is free on the roof.'],
    ['sentences mixed', 'Lunch is at noon.', 'Lunch must sign the book.'],
    ['subject replaced', 'Staff can eat at noon.', 'Visitors can eat at noon.'],
    ['subject replaced', 'Visitors can eat at noon.', null],
    ['object replaced', 'You find it behind the reception.', 'You find it behind the kitchen.'],
    ['period changed', 'It costs 3 euros a day.', 'It costs 3 euros a month.'],
    ['modality changed', 'You may go home.', 'You must go home.'],
    ['modality changed', 'You may not go home.', null],
    ['state reversed', 'It is open at noon.', 'It is closed at noon.'],
    ['quotation invented', 'It is free.', 'It is free, or in its words: "The kitchen on the second floor."'],
  ])('%s: %s', (kind, text, expected) => {
    expect(corrupt(kind, text, foreign)).toBe(expected);
  });

  it('never returns the original sentence', () => {
    for (const kind of corruptionKinds)
      for (const text of ['', 'It is.', 'On March 3 at most 30 days are not for Berlin in 2019.'])
        expect(corrupt(kind, text, foreign)).not.toBe(text);
  });
});
