import type { GuardrailPolicy } from '@avow/contract';
import type { PolicyStore } from '../../interfaces/policy-store.ts';
import { assertPage } from './assert-page.ts';
import { decodePolicy } from './policy-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

export function createSqlitePolicyStore({ writer, reader }: SqliteChannels): PolicyStore {
  async function findBuiltIn(version: string): Promise<GuardrailPolicy | null> {
    const policy = await reader.call('findBuiltIn', version);
    return policy === null ? null : JSON.parse(policy);
  }
  return {
    findBuiltIn,
    async keepBuiltIn(version, policy) {
      // Most starts find it there, and then need no room on the disk for it.
      if ((await findBuiltIn(version)) === null)
        await writer.call('keepBuiltIn', [version, JSON.stringify(policy)]);
    },
    async currentPolicy(tenantId) {
      const columns = await reader.call('currentPolicy', tenantId);
      return columns === null ? null : decodePolicy(columns);
    },
    async getPolicy(tenantId, revision) {
      const columns = await reader.call('getPolicy', [tenantId, revision]);
      return columns === null ? null : decodePolicy(columns);
    },
    async findPolicy(tenantId, version) {
      const columns = await reader.call('findPolicy', [tenantId, version]);
      return columns === null ? null : decodePolicy(columns);
    },
    async listPolicies(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.call('listPolicies', [tenantId, before ?? Number.MAX_SAFE_INTEGER, limit]);
      return rows.map(decodePolicy);
    },
    async putPolicy(tenantId, { version, policy, createdAtMs, createdBy }, expectedRevision) {
      const revision = await writer.call('putPolicy', {
        ...{ tenantId, version, createdAtMs, createdBy, expectedRevision },
        policy: policy === null ? null : JSON.stringify(policy),
      });
      return revision === null ? { kind: 'conflict' } : { kind: 'put', revision };
    },
  };
}
