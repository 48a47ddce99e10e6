import type { GuardrailPolicy } from '@avow/contract/guardrails';
import { AppError, type TenantId } from '@avow/foundation';
import { builtInVersion, type PolicyStore, type StoredPolicy } from '@avow/guardrails/policies';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { type CheckedPolicy, decodePolicy, encodePolicy } from './policy-columns.ts';

/** The log of the service shows the name and the code. */
class ForeignPolicy extends Error {
  readonly code = 'policy_changed_outside_the_service';

  constructor(tenantId: TenantId, { revision }: CheckedPolicy['row']) {
    super(`the guardrail policy ${revision} of the tenant ${tenantId} was changed outside the service`);
    this.name = 'ForeignPolicy';
  }
}

/** Nothing is answered under a policy that somebody else wrote. */
function decodeChecked(tenantId: TenantId, found: CheckedPolicy): StoredPolicy {
  if (found.isGenuine) return decodePolicy(found.row);
  throw new AppError('internal', { cause: new ForeignPolicy(tenantId, found.row) });
}

const decodeOptional = (tenantId: TenantId, found: CheckedPolicy | null) =>
  found === null ? null : decodeChecked(tenantId, found);

export function createPolicyStore({ writer, reader }: StoreChannels): PolicyStore {
  async function findBuiltIn(version: string): Promise<GuardrailPolicy | null> {
    const found = await reader.call('findBuiltIn', version);
    if (found === null) return null;
    // It is named by its content, so that no other can take its place.
    const policy: GuardrailPolicy = JSON.parse(found.policy);
    return builtInVersion(policy) === version ? policy : null;
  }
  return {
    findBuiltIn,
    async keepBuiltIn(version, policy) {
      // Most starts find it stored, and then need no disk space for it.
      if ((await findBuiltIn(version)) === null)
        await writer.call('keepBuiltIn', [version, JSON.stringify(policy)]);
    },
    async currentPolicy(tenantId) {
      return decodeOptional(tenantId, await reader.callFor(tenantId, 'currentPolicy', tenantId));
    },
    async getPolicy(tenantId, revision) {
      return decodeOptional(tenantId, await reader.callFor(tenantId, 'getPolicy', [tenantId, revision]));
    },
    async findPolicy(tenantId, version) {
      return decodeOptional(tenantId, await reader.callFor(tenantId, 'findPolicy', [tenantId, version]));
    },
    async listPolicies(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listPolicies', [
        tenantId,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      ]);
      return rows.map((found) => decodeChecked(tenantId, found));
    },
    async putPolicy(tenantId, policy, expectedRevision) {
      const call = { tenantId, policy: encodePolicy(policy), expectedRevision };
      const revision = await writer.callFor(tenantId, 'putPolicy', call);
      return revision === null ? { kind: 'conflict' } : { kind: 'put', revision };
    },
  };
}
