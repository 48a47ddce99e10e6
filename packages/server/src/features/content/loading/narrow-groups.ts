/**
 * Who may read something that comes with groups and names others itself: it may narrow those, not widen them. No groups mean
 * everyone; null means nobody.
 */
export function narrowGroups(
  given: readonly string[],
  own: readonly string[] | null,
): readonly string[] | null {
  if (own === null || own.length === 0) return given;
  if (given.length === 0) return own;
  const common = own.filter((group) => given.includes(group));
  return common.length === 0 ? null : common;
}

export const withheldReason =
  'is left out: none of the groups that it names is among those who may read what it comes from';
