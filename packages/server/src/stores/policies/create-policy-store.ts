import type { GuardrailPolicy } from '@avow/contract';
import type { PolicyStore } from '@avow/guardrails';
import { assertPage } from '../sql/assert-page.ts';
import type { StoreChannels } from '../sql/store-channels.ts';
import { decodePolicy, encodePolicy } from './policy-columns.ts';

export function createPolicyStore({ writer, reader }: StoreChannels): PolicyStore {
  async function findBuiltIn(version: string): Promise<GuardrailPolicy | null> {
    const found = await reader.call('findBuiltIn', version);
    return found === null ? null : JSON.parse(found.policy);
  }
  return {
    findBuiltIn,
    async keepBuiltIn(version, policy) {
      // Most starts find it stored, and then need no disk space for it.
      if ((await findBuiltIn(version)) === null)
        await writer.call('keepBuiltIn', [version, JSON.stringify(policy)]);
    },
    async currentPolicy(tenantId) {
      const row = await reader.callFor(tenantId, 'currentPolicy', tenantId);
      return row === null ? null : decodePolicy(row);
    },
    async getPolicy(tenantId, revision) {
      const row = await reader.callFor(tenantId, 'getPolicy', [tenantId, revision]);
      return row === null ? null : decodePolicy(row);
    },
    async findPolicy(tenantId, version) {
      const row = await reader.callFor(tenantId, 'findPolicy', [tenantId, version]);
      return row === null ? null : decodePolicy(row);
    },
    async listPolicies(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listPolicies', [
        tenantId,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      ]);
      return rows.map(decodePolicy);
    },
    async putPolicy(tenantId, policy, expectedRevision) {
      const call = { tenantId, policy: encodePolicy(policy), expectedRevision };
      const revision = await writer.callFor(tenantId, 'putPolicy', call);
      return revision === null ? { kind: 'conflict' } : { kind: 'put', revision };
    },
  };
}
