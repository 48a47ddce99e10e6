import type { EndpointId } from '@avow/foundation';
import { AppError, suffixOf, systemClock, UserError } from '@avow/foundation';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, withData } from '../../../cli/command-context.ts';
import { pickTenant } from '../../../cli/pick-tenant.ts';
import type { Tenant } from '../../keys/access-store.ts';
import { composeWebhookEndpoints } from '../compose/compose-webhooks.ts';
import type { WebhookEndpoint } from '../webhook-store.ts';
import type { Webhooks } from '../webhooks.ts';

export const endpointArgument = ['<endpoint-id>', 'whe_…'] as const;

/** The options of every command on webhooks. */
export interface WebhookOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface OpenedWebhooks {
  readonly webhooks: Webhooks;
  readonly tenant: Tenant;
}

/** The command line acts as operator, who may read every message. */
export const webhookOperator = { actor: 'operator', mayReadMessages: true } as const;

/** Opens the data folder for one command. What is queued is sent by a running service. */
export async function withWebhooks<Value>(
  context: CommandContext,
  options: WebhookOptions,
  work: (opened: OpenedWebhooks) => Promise<Value>,
): Promise<Value> {
  const config = context.config();
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, config, options.tenant);
    return await work({ webhooks: composeWebhookEndpoints({ config, data, clock: systemClock }), tenant });
  });
}

/** The same for one endpoint, which must exist. */
export async function withEndpoint<Value>(
  context: CommandContext,
  { wanted, options }: { readonly wanted: string; readonly options: WebhookOptions },
  work: (opened: OpenedWebhooks & { readonly endpoint: WebhookEndpoint }) => Promise<Value>,
): Promise<Value> {
  return await withWebhooks(context, options, async (opened) =>
    work({ ...opened, endpoint: await findEndpoint(opened, wanted) }),
  );
}

const wantedCodePointsMax = 80;

async function findEndpoint({ webhooks, tenant }: OpenedWebhooks, wanted: string): Promise<WebhookEndpoint> {
  const unknown = () =>
    new UserError(
      `Tenant ${tenant.name} has no webhook endpoint ${cleanLine(wanted, wantedCodePointsMax)}. See "avow webhooks list".`,
    );
  if (suffixOf(wanted, ['whe']) === null) throw unknown();
  return await webhooks.get(tenant.tenantId, wanted as EndpointId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? unknown() : error;
  });
}
