import { type CommandContext, withData } from '../../../cli/command-context.ts';
import { pickTenant } from '../../../cli/pick-tenant.ts';
import type { Tenant } from '../../keys/access-store.ts';
import { type OpenedPolicies, openPolicies } from '../compose/open-policies.ts';

/** The options of every command on policies. */
export interface PolicyOptions {
  readonly tenant?: string;
  readonly json?: true;
}

export interface TenantPolicies extends Pick<OpenedPolicies, 'policies'> {
  readonly tenant: Tenant;
}

/** Opens the data folder and its policies for one command. */
export async function withPolicies<Value>(
  context: CommandContext,
  options: PolicyOptions & { readonly startModels?: boolean },
  work: (opened: TenantPolicies) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    const { startModels = false } = options;
    const languageModels = context.languageModels();
    const { policies, close } = await openPolicies(context.config(), data, { languageModels, startModels });
    try {
      return await work({ policies, tenant });
    } finally {
      await close();
    }
  });
}
