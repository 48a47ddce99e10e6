import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('createTurns', () => {
  it('serves those that wait in turn, and one that comes new before those that were served', () => {
    const { next } = createTurns();
    expect([next(['a', 'a', 'b']), next(['a', 'b']), next(['a', 'a'])]).toEqual(['a', 'b', 'a']);
    expect(next(['b', 'a', 'c'])).toBe('c');
    expect([next(['a', 'b']), next(['a', 'b'])]).toEqual(['b', 'a']);
    expect(next([])).toBeUndefined();
  });

  it('serves nobody twice while another waits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), (owners) => {
        const { next } = createTurns();
        const left: string[] = [...owners];
        let last = '';
        while (left.length > 0) {
          const owner = next(left) ?? expect.fail();
          expect(owner !== last || left.every((one) => one === owner)).toBe(true);
          left.splice(left.indexOf(owner), 1);
          last = owner;
        }
      }),
    );
  });

  it('says in which order it is whose turn, and counts nothing by that', () => {
    const { order, serve, next } = createTurns();
    serve('a');
    serve('b');
    expect(order(['b', 'a', 'c', 'b'])).toEqual(['c', 'a', 'b']);
    expect([next(['b', 'a']), next(['b', 'a'])]).toEqual(['a', 'b']);
  });

  it('gives those that wait the same share of what is served, and one that comes new no more', () => {
    const { order, serve } = createTurns();
    const served = (waiting: readonly string[], costs: Readonly<Record<string, number>>, turns: number) =>
      Array.from({ length: turns }, () => {
        const owner = order(waiting)[0] ?? expect.fail();
        serve(owner, costs[owner]);
        return owner;
      }).join('');
    expect(served(['a', 'b'], { a: 10, b: 2 }, 12)).toBe('abbbbbabbbbb');
    // It did not wait before, so it is owed nothing for that time.
    expect(served(['a', 'c'], { a: 10, c: 5 }, 6)).toBe('caccac');
  });

  it('remembers a limited number of owners, and all that wait', () => {
    const { next } = createTurns();
    next(['first']);
    for (let one = 0; one < 100_100; one += 1) next([`owner ${one}`]);
    // It is forgotten, so it counts as never served.
    expect(next(['owner 100099', 'first'])).toBe('first');
  });
});
