import { type Role, roleScopes, roles } from '@avow/contract/roles';

/** The roles that somebody may give or change: nobody gives or takes more than they may do themselves. */
export const offeredRoles = (may: (scope: string) => boolean): readonly Role[] =>
  roles.filter((role) => roleScopes[role].every(may));
