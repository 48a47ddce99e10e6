import { webhookDeliveryStatuses, webhookRedeliverRequestSchema } from '@avow/contract/webhooks';
import type { EventId } from '@avow/foundation';
import { AppError, suffixOf, UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { WebhookDelivery } from '../webhook-store.ts';
import { deliveryToWire } from '../webhook-wire.ts';
import { endpointArgument, type WebhookOptions, withEndpoint } from './with-webhooks.ts';

const listedMax = 1000;
const listedDefault = 50;

function readLimit(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= listedMax) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${listedMax}.`);
}

function readTime(text: string): number {
  const parsed = webhookRedeliverRequestSchema.safeParse({ since: text });
  if (parsed.success) return Date.parse(text);
  throw new InvalidArgumentError('Expected an RFC 3339 date-time, such as 2026-01-31T09:00:00Z.');
}

export function addDeliveryCommands(webhooks: Command, context: CommandContext): void {
  addTest(webhooks, context);
  addDeliveries(webhooks, context);
  addRedeliver(webhooks, context);
}

const sentBy = 'A running service sends it.';

function addTest(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('test')
    .argument(...endpointArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('queue a test event for an endpoint; the running service sends it once')
    .action((wanted: string, options: WebhookOptions) =>
      withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint }) => {
        const queued = await open.test(tenant.tenantId, endpoint.endpointId);
        printQueued(context, options, queued);
      }),
    );
}

function printQueued({ terminal }: CommandContext, options: WebhookOptions, queued: WebhookDelivery): void {
  const { eventId, endpointId } = queued;
  terminal.out(
    options.json
      ? JSON.stringify(deliveryToWire(queued))
      : `Queued ${eventId}. ${sentBy}\nSee how it ended: avow webhooks deliveries ${endpointId}`,
  );
}

interface DeliveriesOptions extends WebhookOptions {
  readonly status?: WebhookDelivery['status'];
  readonly limit: number;
}

function addDeliveries(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('deliveries')
    .argument(...endpointArgument)
    .addOption(new Option('--status <status>', 'only these').choices([...webhookDeliveryStatuses]))
    .option('--limit <count>', 'how many to list', readLimit, listedDefault)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list deliveries to an endpoint, newest first')
    .action((wanted: string, options: DeliveriesOptions) =>
      withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint }) => {
        const page = { status: options.status ?? null, before: null, limit: options.limit };
        const found = await open.listDeliveries(tenant.tenantId, endpoint.endpointId, page);
        const rows = found.map(deliveryToWire);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0) context.terminal.out('There are no such deliveries.');
        else
          context.terminal.out(
            formatTable(
              ['EVENT', 'TYPE', 'STATUS', 'ATTEMPTS', 'OUTCOME', 'RESPONSE', 'CREATED', 'NEXT'],
              rows.map((row) => [
                ...[row.event_id, row.type, row.status, String(row.attempts), row.outcome ?? ''],
                ...[String(row.response_status ?? ''), row.created_at, row.next_attempt_at ?? ''],
              ]),
            ),
          );
      }),
    );
}

interface RedeliverOptions extends WebhookOptions {
  readonly dead?: true;
  readonly since?: number;
}

function addRedeliver(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('redeliver')
    .argument(...endpointArgument)
    .argument('[event-id]', 'evt_…')
    .option('--dead', 'all dead deliveries instead of one')
    .option('--since <time>', 'with --dead: only events from this time on', readTime)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('queue a delivery that has ended once more, or all that are dead')
    .action((wanted: string, eventId: string | undefined, options: RedeliverOptions) => {
      if ((eventId === undefined) === (options.dead === undefined))
        throw new UserError('Name the event, or give --dead for all dead deliveries.');
      if (options.since !== undefined && options.dead === undefined)
        throw new UserError('--since needs --dead.');
      return withEndpoint(context, { wanted, options }, async ({ webhooks: open, tenant, endpoint }) => {
        const { endpointId } = endpoint;
        if (eventId !== undefined) {
          const queued = await open.redeliver(tenant.tenantId, endpointId, eventIdFrom(eventId));
          printQueued(context, options, queued);
          return;
        }
        let count = 0;
        for (let hasMore = true; hasMore; ) {
          const done = await open.redeliverDead(tenant.tenantId, endpointId, options.since ?? 0);
          count += done.redelivered;
          hasMore = done.hasMore;
        }
        context.terminal.out(
          options.json
            ? JSON.stringify({ endpoint_id: endpointId, redelivered: count })
            : `Queued ${count} ${count === 1 ? 'delivery' : 'deliveries'}. ${sentBy}`,
        );
      });
    });
}

const wantedCodePointsMax = 80;

function eventIdFrom(text: string): EventId {
  if (suffixOf(text, ['evt']) !== null) return text as EventId;
  throw new AppError('not_found', {
    detail: `There is no delivery of ${cleanLine(text, wantedCodePointsMax)} to this endpoint.`,
  });
}
