import { allGroups, queryRequestLimits } from '@avow/contract';

/** The groups in a claim: an array of names, or one name. No claim gives all groups. Null: it is something else, or has too many. */
export function readGroups(claim: unknown): string[] | null {
  if (claim === undefined) return [];
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const { groupsMax, groupLengthMax } = queryRequestLimits;
  const groups = names.filter((name) => typeof name === 'string' && name !== '' && name.isWellFormed());
  const isRead = groups.length === names.length && groups.length <= groupsMax;
  const isShort = groups.every((name) => String(name).length <= groupLengthMax);
  const named = groups.map(String).filter((name) => name !== allGroups);
  return isRead && isShort ? [...new Set(named)].sort() : null;
}
