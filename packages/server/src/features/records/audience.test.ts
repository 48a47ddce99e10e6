import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audienceOfAll, growAudience, joinAudiences, type RecordAudience } from './audience.ts';
import { coversGroups, mayRead } from './records.ts';

const someGroups = fc.subarray(['hr', 'board', 'finance', 'legal']);
const someAudience = fc.array(
  someGroups.filter(({ length }) => length > 0),
  { maxLength: 5 },
);

describe('the audience of a record', () => {
  it('is everybody if it relies on nothing that is restricted', () => {
    expect(mayRead([], [])).toBe(true);
    expect(growAudience(['hr']).current()).toEqual([]);
    const growing = growAudience(['hr']);
    growing.addSource([]);
    expect(growing.current()).toEqual([]);
  });

  it('may name one group of each restricted source', () => {
    const audience = [['hr'], ['board', 'finance']];
    expect(mayRead(audience, null)).toBe(true);
    expect(mayRead(audience, ['hr', 'finance'])).toBe(true);
    expect(mayRead(audience, ['hr'])).toBe(false);
    expect(mayRead(audience, ['board', 'finance'])).toBe(false);
    expect(mayRead(audience, [])).toBe(false);
  });

  it('has one form, whatever the order in which sources are found', () => {
    fc.assert(
      fc.property(someAudience, someAudience, someGroups, (one, other, groups) => {
        const joined = joinAudiences(one, other);
        expect(joined).toEqual(joinAudiences(other.toReversed(), one, one));
        expect(joinAudiences(joined)).toEqual(joined);
        expect(mayRead(joined, groups)).toBe(mayRead(one, groups) && mayRead(other, groups));
      }),
    );
  });

  it('always includes those who may name the groups that it was answered for', () => {
    fc.assert(
      fc.property(someAudience, someGroups, (found, askedFor) => {
        const growing = growAudience(askedFor);
        for (const source of found.filter((one) => one.some((group) => askedFor.includes(group))))
          growing.addSource(source);
        expect(mayRead(growing.current(), askedFor)).toBe(true);
        expect(mayRead(audienceOfAll(askedFor), askedFor)).toBe(true);
      }),
    );
  });

  it('is smaller, and never another, if it would be too long', () => {
    const long = (name: string) => name.padEnd(128, 'x');
    const growing = growAudience([long('hr'), long('other')]);
    const sources: RecordAudience = Array.from({ length: 40 }, (_, place) => [
      ...[long('hr'), long(`a${place}`), long(`b${place}`), long(`c${place}`)],
    ]);
    for (const groups of sources) growing.addSource(groups);
    expect(growing.current()).toEqual([[long('hr')]]);
  });

  it('of what one reader may see is in that of another who may name the same and more', () => {
    expect(coversGroups(null, null)).toBe(true);
    expect(coversGroups(['hr', 'board'], ['hr'])).toBe(true);
    expect(coversGroups(['hr'], ['hr', 'board'])).toBe(false);
    expect(coversGroups(['hr'], null)).toBe(false);
    expect(coversGroups([], [])).toBe(true);
  });
});
