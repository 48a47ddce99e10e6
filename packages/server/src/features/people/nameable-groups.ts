import { allGroups, type Role, roleScopes } from '@avow/contract';

/**
 * The groups that a person may name, and whose records they may read; null: any. Who manages content can read all of it, so
 * that nothing is kept from them by its groups.
 */
export function nameableGroups({
  role,
  groups,
}: {
  readonly role: Role;
  readonly groups: readonly string[];
}): readonly string[] | null {
  const mayNameAll = roleScopes[role].includes('content:manage') || groups.includes(allGroups);
  return mayNameAll ? null : groups;
}
