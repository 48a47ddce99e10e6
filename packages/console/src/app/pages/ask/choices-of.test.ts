import { expect, it } from 'vitest';
import { choicesOf } from './choices-of.ts';

it.each([
  ['Is this about “Bakers” or “Drivers”?', ['Bakers', 'Drivers']],
  ['Is this about “A”, “B” or “C”?', ['A', 'B', 'C']],
  ['Did you mean: “Who pays for the train?”', ['Who pays for the train?']],
  ['Is this about “A” or “A”?', ['A']],
  ['What is meant?', []],
])('offers what %s names', (question, choices) => {
  expect(choicesOf(question)).toEqual(choices);
});
