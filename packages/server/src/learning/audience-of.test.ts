import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Audience, narrow } from './audience-of.ts';

const people = ['ann', 'ben', 'cal', 'dee'];
const audiences = fc.option(fc.uniqueArray(fc.constantFrom(...people)));

/** A group for each person, and everyone where there is none. */
const reaches = (audience: Audience, person: string) =>
  audience !== null && (audience.length === 0 || audience.includes(person));

it('what is narrowed reaches those whom both reach, and nobody else', () => {
  fc.assert(
    fc.property(audiences, audiences, (one, other) => {
      const shared = narrow(one, other);
      const expected = people.filter((person) => reaches(one, person) && reaches(other, person));
      expect(people.filter((person) => reaches(shared, person))).toEqual(expected);
      // Somebody whom neither names is reached where both are for everyone alone.
      expect(reaches(shared, 'stranger')).toBe(reaches(one, 'stranger') && reaches(other, 'stranger'));
    }),
  );
});
