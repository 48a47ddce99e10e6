import { expect, test } from 'vitest';
import type { HttpOperation } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { scopes } from '../values/enumerations.ts';
import { roleScopes, roles } from './roles.ts';

test('an owner may do everything within the tenant, and only an operator something beyond it', () => {
  expect(new Set(roleScopes.owner)).toEqual(new Set(scopes).difference(new Set(['tenants:manage'])));
  const beyond = roles.filter((role) => roleScopes[role].includes('tenants:manage'));
  expect(beyond).toEqual(['operator']);
});

test('an operator reads neither questions nor answers, and an auditor changes nothing but exports and samples', () => {
  for (const scope of ['messages:read', 'audit:read', 'content:manage', 'query:write'] as const)
    expect(roleScopes.operator).not.toContain(scope);
  const changing = Object.values<HttpOperation>(operations)
    .filter(({ method, scope }) => method !== 'GET' && scope !== null && roleScopes.auditor.includes(scope))
    .map(({ operationId }) => operationId);
  // Exports and samples change nothing of records, answers and rules.
  expect(new Set(changing)).toEqual(
    new Set([
      'startAuditExport',
      'startEvidence',
      'replayMessage',
      'deleteAuditExport',
      'drawSample',
      'judgeSampleItem',
      'signOffSample',
    ]),
  );
});

test('every scope of an operation is one of some role', () => {
  const given = new Set(Object.values(roleScopes).flat());
  for (const { scope } of Object.values(operations)) if (scope !== null) expect(given).toContain(scope);
});
