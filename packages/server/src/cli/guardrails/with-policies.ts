import { type OpenedPolicies, openPolicies } from '../../app/open-policies.ts';
import type { Tenant } from '../../interfaces/access-store.ts';
import { type CommandContext, pickTenant, withData } from '../command-context.ts';

/** What every command on policies takes. */
export interface PolicyOptions {
  readonly tenant?: string;
  readonly json?: true;
}

export const tenantOption = ['--tenant <tenant>', 'id or name; needed only where there are several'] as const;
export const jsonOption = ['--json', 'print JSON'] as const;

export interface PoliciesAtHand extends Pick<OpenedPolicies, 'policies'> {
  readonly tenant: Tenant;
}

/** Opens the data folder and what works on policies, for one command. */
export async function withPolicies<Value>(
  context: CommandContext,
  options: PolicyOptions & { readonly startModels?: boolean },
  work: (hand: PoliciesAtHand) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, options.tenant);
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
