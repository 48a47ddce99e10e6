import { roleScopes } from '@avow/contract/roles';
import { expect, it } from 'vitest';
import { offeredRoles } from './offered-roles.ts';

const offeredTo = (role: keyof typeof roleScopes) =>
  offeredRoles((scope) => (roleScopes[role] as readonly string[]).includes(scope));

it('offers to each role only those that may do no more', () => {
  expect(offeredTo('owner')).toEqual(['owner', 'editor', 'reviewer', 'auditor']);
  expect(offeredTo('operator')).toEqual(['operator']);
  expect(offeredTo('reviewer')).toEqual(['reviewer']);
});
