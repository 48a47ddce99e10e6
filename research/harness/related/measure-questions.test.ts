import { expect, it } from 'vitest';
import { type NearestQuestion, offersAt } from './measure-questions.ts';

const nearest = (kind: NearestQuestion['kind'], cosine: number): NearestQuestion => ({
  ...{ set: 'bank', half: 'report', kind, cosine },
});

it('counts offers of the right pair and of others among the questions that a pair answers', () => {
  const measured = [
    nearest('right pair', 0.9),
    nearest('right pair', 0.7),
    nearest('other pair', 0.8),
    nearest('other pair', 0.6),
    nearest('unanswered, same field', 0.8),
    nearest('unanswered, same field', 0.7),
    nearest('from elsewhere', 0.5),
  ];
  expect(offersAt(measured, 0.78)).toEqual({ right: 0.25, other: 0.25, sameField: 0.5, elsewhere: 0 });
});
