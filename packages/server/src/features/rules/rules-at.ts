import type { TenantId } from '@avow/foundation';
import type { LogEventKind } from '@avow/ledger';
import type { LogEntry } from '@avow/ledger-log/entries';
import type { AuditLog, ListedEvent } from '../log/log.ts';

/** What questions were answered by at a moment. */
export interface RulesAt {
  /** The entries that say so, in the order of the log. */
  readonly inForce: readonly ListedEvent[];
  /** False: the log has more entries of a kind than are looked through, so that older ones may be missing. */
  readonly isComplete: boolean;
}

/** Beside each kind: what tells apart what is in force at the same time; null: the entry says nothing of that. */
const kinds: ReadonlyArray<readonly [LogEventKind, (entry: LogEntry) => string | null]> = [
  ['pack', ({ subject, state }) => (state === 'retired' ? null : subject)],
  ['policy', () => 'policy'],
  ['calibration', nameCalibration],
  ['models', () => 'models'],
  ['settings', () => 'settings'],
  ['software', () => 'software'],
  ['retention', () => 'retention'],
  ['purposes', () => 'purposes'],
];

const calibrating: ReadonlySet<string> = new Set(['accepted', 'automatic', 'reverted', 'reset']);

function nameCalibration({ subject, state }: LogEntry): string | null {
  if (subject.startsWith('guarantee-')) return 'guarantee';
  return calibrating.has(state) ? 'calibration' : null;
}

/** What says that nothing of its name is in force any more. */
const endings: ReadonlySet<string> = new Set(['unpublished', 'deleted', 'lapsed', 'ended']);

const pageLength = 500;
/** Of one kind. */
const scannedMax = 20_000;

/** `at`: RFC 3339 in UTC with three decimals, as all times of entries. */
export async function rulesAt(
  log: Pick<AuditLog, 'listLogEvents'>,
  tenantId: TenantId,
  at: string,
): Promise<RulesAt> {
  const found = await Promise.all(
    kinds.map(([kind, nameOf]) => newestOfKind({ log, tenantId, at, kind, nameOf })),
  );
  return {
    inForce: found.flatMap(({ newest }) => newest).sort((one, other) => one.leafIndex - other.leafIndex),
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}

async function newestOfKind({
  log,
  tenantId,
  at,
  kind,
  nameOf,
}: {
  readonly log: Pick<AuditLog, 'listLogEvents'>;
  readonly tenantId: TenantId;
  readonly at: string;
  readonly kind: LogEventKind;
  readonly nameOf: (entry: LogEntry) => string | null;
}): Promise<{ readonly newest: readonly ListedEvent[]; readonly isComplete: boolean }> {
  const newest = new Map<string, ListedEvent>();
  let before: number | null = null;
  let isComplete = false;
  for (let scanned = 0; !isComplete && scanned < scannedMax; scanned += pageLength) {
    const page: readonly ListedEvent[] = await log.listLogEvents(
      tenantId,
      { kind },
      { before, limit: pageLength },
    );
    for (const event of page) {
      const name = event.entry.time > at ? null : nameOf(event.entry);
      if (name !== null && !newest.has(name)) newest.set(name, event);
    }
    before = page.at(-1)?.leafIndex ?? null;
    // Of all kinds but packs, one or two names are all there are.
    isComplete = page.length < pageLength || (kind !== 'pack' && kind !== 'calibration' && newest.size > 0);
  }
  const standing = [...newest.values()].filter(({ entry }) => !endings.has(entry.state));
  return { newest: standing, isComplete };
}
