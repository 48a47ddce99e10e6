import { InvalidArgumentError } from 'commander';

export type Tier = 0 | 1 | 2 | 3;

const tiers: Readonly<Record<string, Tier>> = { '0': 0, '1': 1, '2': 2, '3': 3 };

export function readTier(text: string): Tier {
  const tier = tiers[text];
  if (tier === undefined) throw new InvalidArgumentError('Expected a tier: 0, 1, 2 or 3.');
  return tier;
}

export function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a version number.');
  return Number(text);
}

export function readShare(text: string): number {
  const share = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(share <= 1)) throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.9.');
  return share;
}

/** A whole number from 1 to a limit. */
export function readCount(max: number): (text: string) => number {
  return (text) => {
    const count = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(count <= max)) throw new InvalidArgumentError(`Expected a number from 1 to ${max}.`);
    return count;
  };
}
