import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const known = ['port', 'host', 'data_dir', 'query_burst'];

describe('nearestName', () => {
  it.each([
    ['prot', 'port'],
    ['hots', 'host'],
    ['datadir', 'data_dir'],
    ['query_brust', 'query_burst'],
    ['entirely_other', null],
    ['x'.repeat(10_000), null],
  ])('finds what was meant by %.20s', (name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });
});
