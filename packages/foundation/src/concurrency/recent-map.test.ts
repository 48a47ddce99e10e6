import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  fc.record({ kind: fc.constant('get' as const), key }),
  fc.record({ kind: fc.constant('set' as const), key }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('deleteWhere' as const), key }),
);

it('keeps the most recently used values, and no others', () => {
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 4 }), (steps, sizeMax) => {
      const map = new RecentMap<string, string>(sizeMax);
      /** Least recently used first. */
      let model: Array<readonly [string, string]> = [];
      for (const [number, { kind, key: named }] of steps.entries()) {
        const known = model.find(([one]) => one === named)?.[1];
        const others = model.filter(([one]) => one !== named);
        if (kind === 'get') {
          expect(map.get(named)).toBe(known);
          if (known !== undefined) model = [...others, [named, known]];
        } else if (kind === 'set') {
          map.set(named, `${named}${number}`);
          model = [...others, [named, `${named}${number}`] as const].slice(-sizeMax);
        } else {
          if (kind === 'delete') map.delete(named);
          else map.deleteWhere((value) => value.startsWith(named));
          model = others;
        }
      }
      for (const [one, value] of model) expect(map.get(one)).toBe(value);
      const gone = ['a', 'b', 'c', 'd', 'e'].filter((one) => !model.some(([kept]) => kept === one));
      expect(gone.map((one) => map.get(one))).toEqual(gone.map(() => undefined));
    }),
  );
});
