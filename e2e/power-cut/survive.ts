import type { DrawRandom } from '@avow/foundation/testing';

/** The smallest part of a disk that is written as a whole. */
export const sectorBytes = 512;

/** What becomes of the changes that were not synced when the power went: of one file, or of the names in one folder. */
export type Fate = 'none' | 'all' | 'beginning' | 'some';

/** A change arrived, did not, or is a write of which only these sectors did, counted from its first. */
export type Arrival = 'arrived' | 'lost' | { readonly sectors: readonly boolean[] };

const tornShare = 0.3;

export function drawFate(random: DrawRandom): Fate {
  const drawn = random();
  if (drawn < 0.2) return 'none';
  if (drawn < 0.35) return 'all';
  return drawn < 0.65 ? 'beginning' : 'some';
}

/** For each of the changes, in order, what arrived of it. `sectorCounts`: how many sectors each touches; 0: it is no write. */
export function drawArrivals(fate: Fate, sectorCounts: readonly number[], random: DrawRandom): Arrival[] {
  const torn = (count: number): Arrival => ({ sectors: Array.from({ length: count }, () => random() < 0.5) });
  if (fate === 'none' || fate === 'all') return sectorCounts.map(() => (fate === 'all' ? 'arrived' : 'lost'));
  if (fate === 'beginning') {
    const end = Math.floor(random() * (sectorCounts.length + 1));
    return sectorCounts.map((count, at) => {
      if (at !== end) return at < end ? 'arrived' : 'lost';
      return count > 0 ? torn(count) : 'lost';
    });
  }
  const share = random();
  return sectorCounts.map((count) => {
    if (count > 0 && random() < tornShare) return torn(count);
    return random() < share ? 'arrived' : 'lost';
  });
}
