import {
  type WebhookEventType,
  type WebhookFormat,
  webhookCreateRequestSchema,
  webhookEventTypes,
  webhookFormats,
  webhookLimits,
  webhookUpdateRequestSchema,
} from '@avow/contract/webhooks';
import { type EndpointId, UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { WebhookEndpoint } from '../webhook-store.ts';
import { endpointToWire } from '../webhook-wire.ts';
import { addDeliveryCommands } from './delivery-commands.ts';
import {
  endpointArgument,
  type WebhookOptions,
  webhookOperator,
  withEndpoint,
  withWebhooks,
} from './with-webhooks.ts';

export function addWebhooksCommand(program: Command, context: CommandContext): void {
  const webhooks = program
    .command('webhooks')
    .description('manage the endpoints that events are sent to, and redeliver events');
  addEndpointCommands(webhooks, context);
  addDeliveryCommands(webhooks, context);
}

type EventsGiven = 'all' | readonly WebhookEventType[];

interface EndpointOptions extends WebhookOptions {
  readonly url?: string;
  readonly description?: string;
  readonly events?: EventsGiven;
  readonly content?: boolean;
  readonly format?: WebhookFormat;
  readonly enable?: true;
  readonly disable?: true;
}

const eventsOption = 'types of events, separated by commas, or "all"';

function readEvents(text: string): EventsGiven {
  if (text === 'all') return text;
  return text.split(',').map((part) => {
    const type = webhookEventTypes.find((known) => known === part.trim());
    if (type === undefined) throw new InvalidArgumentError(`Known types: ${webhookEventTypes.join(', ')}.`);
    return type;
  });
}

const toTypes = (events: EventsGiven) => (events === 'all' ? null : events);

function readHours(text: string): number {
  const { overlapHoursMax } = webhookLimits;
  if (/^\d{1,3}$/.test(text) && Number(text) <= overlapHoursMax) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number up to ${overlapHoursMax}.`);
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UserError(
    parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('\n'),
  );
}

export function addEndpointCommands(webhooks: Command, context: CommandContext): void {
  addCreate(webhooks, context);
  addList(webhooks, context);
  addShow(webhooks, context);
  addUpdate(webhooks, context);
  addDelete(webhooks, context);
  addRotate(webhooks, context);
}

function addCreate(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('create')
    .argument('<url>', 'where events are sent: an https URL')
    .option('--description <text>', 'what the endpoint is for', '')
    .option('--events <types>', eventsOption, readEvents, 'all')
    .option('--content', 'include messages in the events about them')
    .addOption(
      new Option('--format <format>', 'slack, teams: for an incoming webhook of a chat')
        .choices(webhookFormats)
        .default('event'),
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('create an endpoint; its secret is shown once')
    .action(async (url: string, options: EndpointOptions) => {
      const { description, events = 'all', content: include_content = false, format } = options;
      const event_types = toTypes(events);
      const wanted = { url, description, event_types, include_content, format };
      const given = checked(webhookCreateRequestSchema, wanted);
      await withWebhooks(context, options, async ({ webhooks: open, tenant }) => {
        const { endpoint, secret } = await open.create(tenant.tenantId, given, webhookOperator);
        const lines = [`Created endpoint ${endpoint.endpointId} for ${endpoint.url}.`];
        printSecret(context, { options, endpoint, secret, lines });
      });
    });
}

function addList(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('list')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the endpoints of a tenant, without their secrets')
    .action((options: WebhookOptions) =>
      withWebhooks(context, options, async ({ webhooks: open, tenant }) => {
        const page = { before: null, limit: webhookLimits.endpointsMax };
        const rows = (await open.list(tenant.tenantId, page)).map(endpointToWire);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out(
            `Tenant ${tenant.name} has no webhook endpoint. Create one with "avow webhooks create URL".`,
          );
        else
          context.terminal.out(
            formatTable(
              ['ENDPOINT', 'STATUS', 'EVENTS', 'CONTENT', 'URL'],
              rows.map(({ endpoint_id, status, disabled_reason, event_types, include_content, url }) => [
                endpoint_id,
                disabled_reason === null ? status : `${status} (${disabled_reason})`,
                event_types?.join(' ') ?? 'all',
                include_content ? 'yes' : 'no',
                url,
              ]),
            ),
          );
      }),
    );
}

function addShow(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('show')
    .argument(...endpointArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show an endpoint, and whether it is failing')
    .action((wanted: string, options: WebhookOptions) =>
      withEndpoint(context, { wanted, options }, async ({ endpoint }) =>
        context.terminal.out(describeEndpoint(endpoint, options)),
      ),
    );
}

function describeEndpoint(endpoint: WebhookEndpoint, options: WebhookOptions): string {
  const shown = endpointToWire(endpoint);
  if (options.json) return JSON.stringify(shown);
  const { event_types: types, ...rest } = shown;
  return Object.entries({ ...rest, event_types: types?.join(' ') ?? 'all' })
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
    .join('\n');
}

function addUpdate(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('update')
    .argument(...endpointArgument)
    .option('--url <url>', 'where events are sent: an https URL')
    .option('--description <text>', 'what the endpoint is for')
    .option('--events <types>', eventsOption, readEvents)
    .option('--content', 'include messages in the events about them')
    .option('--no-content', 'send ids and states only')
    .option('--enable', 'send events again')
    .option('--disable', 'send nothing, and give up what is pending')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('change an endpoint; what is not given stays as it is')
    .action(async (wanted: string, options: EndpointOptions) => {
      if (options.enable && options.disable)
        throw new UserError('Give either --enable or --disable, not both.');
      const given = checked(webhookUpdateRequestSchema, {
        ...(options.url === undefined ? {} : { url: options.url }),
        ...(options.description === undefined ? {} : { description: options.description }),
        ...(options.events === undefined ? {} : { event_types: toTypes(options.events) }),
        ...(options.content === undefined ? {} : { include_content: options.content }),
        ...(options.enable ? { status: 'enabled' } : {}),
        ...(options.disable ? { status: 'disabled' } : {}),
      });
      await withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint }) => {
        const place = [tenant.tenantId, endpoint.endpointId] as const;
        const changed = await open.update(...place, { given, caller: webhookOperator });
        context.terminal.out(describeEndpoint(changed, options));
      });
    });
}

function addDelete(webhooks: Command, context: CommandContext): void {
  const { terminal } = context;
  webhooks
    .command('delete')
    .argument(...endpointArgument)
    .option('--yes', 'delete it without a question; needed without a terminal')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('delete an endpoint with its secret and its deliveries')
    .action((wanted: string, options: WebhookOptions & { readonly yes?: true }) =>
      withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint }) => {
        const { endpointId, url } = endpoint;
        if (options.yes !== true)
          await confirm(terminal, {
            question: `Delete ${endpointId} (${url}) of tenant ${tenant.name}? [y/N] `,
            expected: ['y', 'Y', 'yes'],
            unasked: 'Nothing was changed: without a terminal to ask on, deleting an endpoint needs --yes.',
          });
        await open.delete(tenant.tenantId, endpointId, webhookOperator.actor);
        terminal.out(
          options.json
            ? JSON.stringify({ endpoint_id: endpointId, deleted: true })
            : `Deleted endpoint ${endpointId} (${url}).`,
        );
      }),
    );
}

function addRotate(webhooks: Command, context: CommandContext): void {
  const { overlapHoursDefault } = webhookLimits;
  webhooks
    .command('rotate-secret')
    .argument(...endpointArgument)
    .option(
      '--overlap-hours <hours>',
      'hours for which the old secret signs too',
      readHours,
      overlapHoursDefault,
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('replace the secret of an endpoint; both sign events during the overlap')
    .action((wanted: string, options: WebhookOptions & { readonly overlapHours: number }) =>
      withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint: before }) => {
        const { overlapHours } = options;
        const place: readonly [typeof tenant.tenantId, EndpointId] = [tenant.tenantId, before.endpointId];
        const rotation = { overlapHours, by: webhookOperator.actor };
        const { endpoint, secret } = await open.rotateSecret(...place, rotation);
        const lines = [
          `Endpoint ${endpoint.endpointId} has a new secret.`,
          overlapHours === 0
            ? 'The old secret no longer signs.'
            : `The old secret signs too for ${overlapHours} more hours.`,
        ];
        printSecret(context, { options, endpoint, secret, lines });
      }),
    );
}

function printSecret(
  { terminal }: CommandContext,
  shown: {
    readonly options: WebhookOptions;
    readonly endpoint: WebhookEndpoint;
    readonly secret: string;
    readonly lines: readonly string[];
  },
): void {
  const { options, endpoint, secret, lines } = shown;
  terminal.out(
    options.json
      ? JSON.stringify({ ...endpointToWire(endpoint), secret })
      : [...lines, '', `  ${secret}`, '', 'Copy the secret now: it cannot be shown again.'].join('\n'),
  );
}
