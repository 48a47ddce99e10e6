import { describe, expect, it } from 'vitest';
import { putTier } from './put-tier.ts';

const entry = { provider: 'local', path: '/a.gguf' } as const;
const other = (model: string) => ({ provider: 'openai', model });
const tiersOf = (tiers: readonly unknown[], tier: number | null = null, given = entry) =>
  putTier({ tiers, comment: 'kept' }, { entry: given, tier });

describe('a local model', () => {
  it('comes last, or before the tier that is named', () => {
    expect(putTier({}, { entry, tier: null })).toEqual({ file: { tiers: [entry] }, tier: 1 });
    expect(tiersOf([other('a')])).toEqual({
      file: { tiers: [other('a'), entry], comment: 'kept' },
      tier: 2,
    });
    expect(tiersOf([other('a'), other('b')], 1).file['tiers']).toEqual([entry, other('a'), other('b')]);
  });

  it('takes the place of what was said of the same file', () => {
    const changed = { ...entry, threads: 4 };
    expect(tiersOf([entry, other('a')], null, changed).file['tiers']).toEqual([changed, other('a')]);
    expect(tiersOf([entry, other('a')], 2, changed).file['tiers']).toEqual([other('a'), changed]);
  });

  it('is refused where there is no place for it', () => {
    expect(() => tiersOf([other('a'), other('b'), other('c')])).toThrow('has 3 tiers already');
    expect(() => tiersOf([other('a')], 3)).toThrow('Tier 3 would leave a gap: the next one is 2');
  });
});
