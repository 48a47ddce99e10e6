import type { GuardrailPolicy } from '@avow/contract/guardrails';
import { AppError, type TenantId } from '@avow/foundation';
import { builtInVersion, type PolicyStore, type StoredPolicy } from '@avow/guardrails/policies';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { currentAuthor } from '../../log/log.ts';
import { type CheckedPolicy, decodePolicy } from './policy-columns.ts';

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
  const { putPolicy } = bindForTenants(writer, 'putPolicy');
  const builtIn = bindForInstallation(reader, 'findBuiltIn');
  const { keepBuiltIn } = bindForInstallation(writer, 'keepBuiltIn');
  const checked = bindForTenants(reader, 'currentPolicy', 'getPolicy', 'findPolicy', 'listPolicies');

  async function findBuiltIn(version: string): Promise<GuardrailPolicy | null> {
    const found = await builtIn.findBuiltIn(version);
    if (found === null) return null;
    // It is named by its content, so that no other can take its place.
    const policy: GuardrailPolicy = JSON.parse(found.policy);
    return builtInVersion(policy) === version ? policy : null;
  }
  return {
    putPolicy: (...given) => putPolicy(...given, currentAuthor().reason),
    findBuiltIn,
    async keepBuiltIn(version, policy) {
      // Most starts find it stored, and then need no disk space for it.
      if ((await findBuiltIn(version)) === null) await keepBuiltIn(version, policy);
    },
    currentPolicy: async (tenantId) => decodeOptional(tenantId, await checked.currentPolicy(tenantId)),
    getPolicy: async (tenantId, revision) =>
      decodeOptional(tenantId, await checked.getPolicy(tenantId, revision)),
    findPolicy: async (tenantId, version) =>
      decodeOptional(tenantId, await checked.findPolicy(tenantId, version)),
    async listPolicies(tenantId, page) {
      const rows = await checked.listPolicies(tenantId, page);
      return rows.map((found) => decodeChecked(tenantId, found));
    },
  };
}
