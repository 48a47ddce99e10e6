import type { TenantId } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import type { SecurityStream } from '../../config/security-streams.ts';
import type { AccessStore } from '../keys/access-store.ts';
import type { FormattedEvent } from './events/format-event.ts';
import { readSecurityEvents } from './events/read-security-events.ts';
import type { SecurityEvent } from './events/security-event.ts';
import type { SecurityStreamStore, StreamPosition } from './security-stream-store.ts';
import type { SendEvents, SendFailure } from './sending/stream-sender.ts';

export interface DrainParts {
  readonly stream: SecurityStream;
  readonly store: SecurityStreamStore;
  readonly log: Pick<LogStore, 'readEntries'>;
  readonly access: Pick<AccessStore, 'listTenants'>;
  readonly send: SendEvents;
  readonly format: (event: SecurityEvent) => FormattedEvent;
}

/** What came of a round. `behind`: entries that have not been looked at. */
export type Drained = { readonly sent: number; readonly behind: number } & (
  | { readonly failed: null }
  | { readonly failed: SendFailure }
);

/** Of one tenant in one round: the others wait for no more than that. */
const entriesPerRound = 500;
/** Of one message to a collector. */
const batchBytesMax = 512 * 1024;
export const batchEventsMax = 200;

/** The logs in which a stream is behind, of the tenants that it names. */
export async function listFollowed(
  { tenants, name }: Pick<SecurityStream, 'tenants' | 'name'>,
  { store, access }: Pick<DrainParts, 'store' | 'access'>,
): Promise<readonly StreamPosition[]> {
  const positions = await store.listBehind(name);
  if (tenants === null) return positions;
  const wanted = new Set(
    (await access.listTenants())
      .filter((tenant) => tenants.includes(tenant.tenantId) || tenants.includes(tenant.name))
      .map(({ tenantId }) => tenantId),
  );
  return positions.filter(({ tenantId }) => wanted.has(tenantId));
}

export function countBehind(positions: readonly StreamPosition[]): number {
  return positions.reduce((sum, { next, size }) => sum + size - next, 0);
}

/** One part of each log that has grown, in the order of the log. It ends with the first failure: nothing is left out. */
export async function drainStream(
  parts: DrainParts,
  { batchMax, signal }: { readonly batchMax: number; readonly signal: AbortSignal },
): Promise<Drained> {
  const positions = await listFollowed(parts.stream, parts);
  let behind = countBehind(positions);
  let sent = 0;
  for (const position of positions) {
    const part = await readPart(parts, position);
    for (const batch of batchesOf(part.events.map(parts.format), batchMax)) {
      const outcome = await parts.send(batch, signal);
      if (outcome.kind === 'failed') return { sent, behind, failed: outcome };
      sent += batch.length;
    }
    const move = { from: position.next, to: part.next };
    // Otherwise another process sends now, and has sent these, too.
    if (!(await parts.store.moveStream(position.tenantId, parts.stream.name, move))) break;
    behind -= part.next - position.next;
  }
  return { sent, behind, failed: null };
}

async function readPart(
  { log, store, stream }: DrainParts,
  { tenantId, next: from }: { readonly tenantId: TenantId; readonly next: number },
): Promise<{ readonly events: readonly SecurityEvent[]; readonly next: number }> {
  const entries = await log.readEntries(tenantId, { from, limit: entriesPerRound });
  const next = from + entries.length;
  const found =
    stream.events === 'administrative' ? [] : await store.listFound(tenantId, { from, before: next });
  return { events: readSecurityEvents(entries, found, { tenantId, events: stream.events }), next };
}

function* batchesOf(events: readonly FormattedEvent[], batchMax: number): Generator<FormattedEvent[]> {
  let batch: FormattedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const length = Buffer.byteLength(event.json);
    if (batch.length === batchMax || (batch.length > 0 && bytes + length > batchBytesMax)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
