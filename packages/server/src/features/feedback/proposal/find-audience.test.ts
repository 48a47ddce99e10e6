import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Audience, intersectAudiences } from './find-audience.ts';

const people = ['ann', 'ben', 'cal', 'dee'];
const audiences = fc.option(fc.uniqueArray(fc.constantFrom(...people)));

/** Each person is a group; no groups means everyone. */
const reaches = (audience: Audience, person: string) =>
  audience !== null && (audience.length === 0 || audience.includes(person));

it('intersects audiences to exactly those whom both reach', () => {
  fc.assert(
    fc.property(audiences, audiences, (one, other) => {
      const shared = intersectAudiences(one, other);
      const expected = people.filter((person) => reaches(one, person) && reaches(other, person));
      expect(people.filter((person) => reaches(shared, person))).toEqual(expected);
      // Someone whom neither names is reached only if both are for everyone.
      expect(reaches(shared, 'stranger')).toBe(reaches(one, 'stranger') && reaches(other, 'stranger'));
    }),
  );
});
