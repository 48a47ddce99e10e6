import type { PackVersion } from '@avow/foundation';

/** Ids become part of file names, so only the characters of an id are allowed. */
export function requireValidId<Id extends string>(id: Id): Id {
  if (typeof id !== 'string' || !/^(?:ten|pack)_[0-9a-z]{1,64}$/.test(id))
    throw new RangeError('not a valid id');
  return id;
}

export function requireValidVersion(version: number): number {
  if (!Number.isInteger(version) || version < 0 || version > 0x7fffffff)
    throw new RangeError('not a pack version');
  return version;
}

export function requireValidPack({ packId, version }: PackVersion): void {
  requireValidId(packId);
  requireValidVersion(version);
}
