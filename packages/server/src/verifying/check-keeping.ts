import type { Archive, ArchivedHold } from '../interfaces/archive.ts';
import type { Fault } from './fault.ts';
import { formatStoredTime } from './format-stored-time.ts';
import { listDeeds } from './list-deeds.ts';

/** A hold as the log tells of it. */
export interface LoggedHold {
  readonly holdId: string;
  readonly scope: string;
  /** Of a message or thread; null: the log does not say over whom, or it is over all. */
  readonly target: string | null;
  readonly placed: LoggedDeed;
  lifted: LoggedDeed | null;
}

interface LoggedDeed {
  readonly leafIndex: number;
  readonly time: string;
  readonly actor: string;
}

/** Holds the rows of holds and retention, by which records are kept or go, against what the log says was set. */
export function checkKeeping(
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
  return { fault: checkRetention(archive, tenantId), holds: [...logged.values()] };
}

interface Words {
  readonly field: string;
  readonly why: string;
}

const faultAt = (tenantId: string, leafIndex: number, words: Words): Fault => ({
  ...{ tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId: null, ...words },
});

function readHolds(archive: Archive, tenantId: string): Map<string, LoggedHold> {
  const holds = new Map<string, LoggedHold>();
  for (const { leafIndex, entry } of listDeeds(archive, tenantId, { kind: 'hold' })) {
    const { subject: holdId, state, time, actor, details } = entry;
    const deed = { leafIndex, time, actor };
    const known = holds.get(holdId);
    const said = new Map(details);
    if (state === 'lifted' && known !== undefined) known.lifted ??= deed;
    else if (state === 'placed' && known === undefined) {
      const target = said.get('target') ?? null;
      holds.set(holdId, { holdId, scope: said.get('scope') ?? '', target, placed: deed, lifted: null });
    }
  }
  return holds;
}

function compareHold(hold: LoggedHold, row: ArchivedHold | null): Words | null {
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
    return { field: 'holds.scope', why: `The row of ${name} is over something else than was logged.` };
  if (scope === 'end_user' && row.person === null && lifted === null)
    return { field: 'holds.person', why: `The row of ${name} no longer says over whom it stands.` };
  if (!isSame(placed, { atMs: row.placedAtMs, by: row.placedBy }))
    return {
      field: 'holds.placed_at_ms',
      why: `The log says otherwise when, or by whom, ${name} was placed.`,
    };
  if (
    lifted === null ? row.liftedAtMs !== null : !isSame(lifted, { atMs: row.liftedAtMs, by: row.liftedBy })
  ) {
    const why =
      lifted === null
        ? `The row says that ${name} was lifted, and no entry of the log says so.`
        : `The log says that ${name} was lifted, when and by whom, and its row says otherwise.`;
    return { field: 'holds.lifted_at_ms', why };
  }
  return null;
}

const isSame = (
  { time, actor }: LoggedDeed,
  { atMs, by }: { readonly atMs: number | null; readonly by: string | null },
) => by === actor && atMs !== null && formatStoredTime(atMs) === time;

function checkRetention(archive: Archive, tenantId: string): Fault | null {
  const leafIndex = archive.findDeed(tenantId, 'retention', '');
  const [deed] =
    leafIndex === null ? [] : listDeeds(archive, tenantId, { kind: 'retention', start: leafIndex });
  const details = new Map(deed?.entry.details);
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
    const why = 'How long records are kept was set, and no entry of the log says so.';
    return { tenantId, leaves: null, messageId: null, field, why };
  }
  return faultAt(tenantId, leafIndex, { field, why: 'It is not what the log says was set last.' });
}
