import { expect, it } from 'vitest';
import { countHeld, heldShare } from './count-held.ts';

const drawn = { tenants: 60, seed: 7 };

it('promises nothing that does not hold to more than a few tenants, however hard they are', () => {
  for (const kind of ['usual', 'boundary', 'uneven', 'unchecked'] as const)
    expect(heldShare(countHeld(kind, drawn).chosen)).toBeGreaterThanOrEqual(0.94);
});

it('gives guarantees, and would not keep them by counting what the draw shows', () => {
  const { chosen, counted } = countHeld('usual', drawn);
  expect(chosen.given).toBeGreaterThan(drawn.tenants / 10);
  expect(heldShare(counted)).toBeLessThan(0.8);
});
