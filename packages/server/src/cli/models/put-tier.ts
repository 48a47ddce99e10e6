import { UserError } from '@avow/foundation';

const tiersMax = 3;

export interface LocalTier {
  readonly provider: 'local';
  readonly path: string;
  readonly [field: string]: unknown;
}

/**
 * A models file with this model in it, as an object: at the tier that is named, before those that were there, else last. A
 * model of the same file is replaced.
 */
export function putTier(
  file: Readonly<Record<string, unknown>>,
  { entry, tier }: { readonly entry: LocalTier; readonly tier: number | null },
): { readonly file: Readonly<Record<string, unknown>>; readonly tier: number } {
  const given: readonly unknown[] = Array.isArray(file['tiers']) ? file['tiers'] : [];
  const known = given.findIndex((one) => isSame(one, entry));
  const others = given.filter((_, index) => index !== known);
  if (others.length >= tiersMax)
    throw new UserError(`The models file has ${tiersMax} tiers already: remove one of them first.`);
  const place = tier ?? (known === -1 ? others.length + 1 : known + 1);
  if (place > others.length + 1)
    throw new UserError(`Tier ${place} would leave a gap: the next one is ${others.length + 1}.`);
  const tiers = others.toSpliced(place - 1, 0, entry);
  return { file: { ...file, tiers }, tier: place };
}

function isSame(one: unknown, { path }: LocalTier): boolean {
  return (
    typeof one === 'object' &&
    one !== null &&
    'provider' in one &&
    one.provider === 'local' &&
    'path' in one &&
    one.path === path
  );
}
