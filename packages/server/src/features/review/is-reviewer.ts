import { type Role, roleScopes, roles } from '@avow/contract/roles';
import type { User } from '../people/people-store.ts';

/** The roles of people who may decide on reviews. */
export const reviewerRoles: readonly Role[] = roles.filter((role) =>
  roleScopes[role].includes('review:decide'),
);

export const isReviewer = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  status === 'active' && reviewerRoles.includes(role);
