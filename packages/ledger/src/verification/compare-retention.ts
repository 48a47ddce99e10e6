import type { Archive, ArchivedHold } from './archive.ts';
import type { Fault } from './fault.ts';
import { formatStoredTime } from './format-stored-time.ts';
import { readLogEvents } from './read-log-events.ts';

/** A hold as the log describes it. */
export interface LoggedHold {
  readonly holdId: string;
  readonly scope: string;
  /** The message or thread; null: the hold is over an end user, whom the log does not name, or over the whole tenant. */
  readonly target: string | null;
  readonly placed: LoggedEvent;
  lifted: LoggedEvent | null;
}

interface LoggedEvent {
  readonly leafIndex: number;
  readonly time: string;
  readonly actor: string;
}

/** Compares the stored holds and the stored retention, which decide what is erased and when, with the events of the log. */
export function compareRetention(
  archive: Archive,
  tenantId: string,
): { readonly fault: Fault | null; readonly holds: readonly LoggedHold[] } {
  const logged = readHolds(archive, tenantId);
  const rows = new Map(archive.listHolds(tenantId).map((row) => [row.holdId, row]));
  for (const hold of logged.values()) {
    const words = compareHold(hold, rows.get(hold.holdId) ?? null);
    if (words !== null) {
      const { leafIndex } = hold.lifted ?? hold.placed;
      return { fault: faultAt(tenantId, leafIndex, words), holds: [] };
    }
    rows.delete(hold.holdId);
  }
  const [stray] = rows.keys();
  if (stray !== undefined) {
    const words = { field: 'holds', why: `No entry of the log says that the hold ${stray} was placed.` };
    return { fault: { tenantId, leaves: null, messageId: null, ...words }, holds: [] };
  }
  return { fault: findRetentionFault(archive, tenantId), holds: [...logged.values()] };
}

interface FaultDetails {
  readonly field: string;
  readonly why: string;
}

const faultAt = (tenantId: string, leafIndex: number, words: FaultDetails): Fault => ({
  ...{ tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId: null, ...words },
});

function readHolds(archive: Archive, tenantId: string): Map<string, LoggedHold> {
  const holds = new Map<string, LoggedHold>();
  for (const { leafIndex, entry } of readLogEvents(archive, tenantId, { kind: 'hold' })) {
    const { subject: holdId, state, time, actor, details } = entry;
    const event = { leafIndex, time, actor };
    const known = holds.get(holdId);
    const said = new Map(details);
    if (state === 'lifted' && known !== undefined) known.lifted ??= event;
    else if (state === 'placed' && known === undefined) {
      const target = said.get('target') ?? null;
      holds.set(holdId, { holdId, scope: said.get('scope') ?? '', target, placed: event, lifted: null });
    }
  }
  return holds;
}

function compareHold(hold: LoggedHold, row: ArchivedHold | null): FaultDetails | null {
  const { holdId, scope, target, placed, lifted } = hold;
  const name = `the hold ${holdId}`;
  if (row === null) {
    const stands = lifted === null ? ', and it was never lifted' : '';
    return { field: 'holds', why: `The log says that ${name} was placed${stands}: its row is missing.` };
  }
  const isOver =
    row.scope === scope &&
    row.messageId === (scope === 'message' ? target : null) &&
    row.threadId === (scope === 'thread' ? target : null) &&
    (scope === 'end_user' || row.person === null);
  if (!isOver)
    return { field: 'holds.scope', why: `The row of ${name} has a different scope or target than the log.` };
  if (scope === 'end_user' && row.person === null && lifted === null)
    return { field: 'holds.person', why: `The row of ${name} no longer names the end user.` };
  if (!isSame(placed, { atMs: row.placedAtMs, by: row.placedBy }))
    return {
      field: 'holds.placed_at_ms',
      why: `The log has a different time or actor for the placing of ${name}.`,
    };
  if (
    lifted === null ? row.liftedAtMs !== null : !isSame(lifted, { atMs: row.liftedAtMs, by: row.liftedBy })
  ) {
    const why =
      lifted === null
        ? `The row says that ${name} was lifted, but no entry of the log says so.`
        : `The log says that ${name} was lifted, but its row has no lifting, or a different time or actor.`;
    return { field: 'holds.lifted_at_ms', why };
  }
  return null;
}

const isSame = (
  { time, actor }: LoggedEvent,
  { atMs, by }: { readonly atMs: number | null; readonly by: string | null },
) => by === actor && atMs !== null && formatStoredTime(atMs) === time;

function findRetentionFault(archive: Archive, tenantId: string): Fault | null {
  const leafIndex = archive.findEvent(tenantId, 'retention', '');
  const [event] =
    leafIndex === null ? [] : readLogEvents(archive, tenantId, { kind: 'retention', start: leafIndex });
  const details = new Map(event?.entry.details);
  const row = archive.readRetention(tenantId);
  const isSet = (name: string, value: number | null) =>
    (details.get(name) || null) === (value?.toString() ?? null);
  const field = !isSet('content_days', row?.contentDays ?? null)
    ? 'retentions.content_days'
    : !isSet('record_days', row?.recordDays ?? null)
      ? 'retentions.record_days'
      : null;
  if (field === null) return null;
  if (leafIndex === null) {
    const why = 'The retention was set, but no entry of the log says so.';
    return { tenantId, leaves: null, messageId: null, field, why };
  }
  return faultAt(tenantId, leafIndex, { field, why: 'It differs from the last setting in the log.' });
}
