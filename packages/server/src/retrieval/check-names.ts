/** Ids stand in file names: nothing but the characters of an id may reach one. */
export function checkId<Id extends string>(id: Id): Id {
  if (typeof id !== 'string' || !/^(?:ten|pack)_[0-9a-z]{1,64}$/.test(id))
    throw new RangeError('not an id that can be searched by');
  return id;
}

export function checkVersion(version: number): number {
  if (!Number.isInteger(version) || version < 0 || version > 0x7fffffff)
    throw new RangeError('not a pack version');
  return version;
}
