import type { LogEntry } from '@avow/ledger-log';
import { parseEntry } from '@avow/ledger-log/entries';
import type { Operation, RowValues, SqlValue, Statements } from '@avow/storage';
import type { KeyRing, Sealed, SealedTable } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { sealedPasskeys, sealedSessions, sealedUsers } from '../../people/store/people-columns.ts';
import { sealedPolicies } from '../../policies/store/policy-columns.ts';
import type { Attribution, DiscardedKind, DiscardOutcome } from '../access-store.ts';
import { sealedKeys } from './access-columns.ts';

export interface DiscardCall extends Attribution {
  readonly tenantId: string;
  readonly kind: DiscardedKind;
  readonly id: string;
}

interface Discarding {
  find(tenantId: string, id: string): Operation<DiscardOutcome>;
  remove(tenantId: string, id: string): Operation<void>;
}

/** The revision of the row that an entry tells of; null: it tells of others. */
function revisionIn({ kind, subject, details, commitments }: LogEntry, of: RightOf): number | null {
  const [named, committed] = [new Map(details), new Map(commitments)];
  if (kind !== of.kind) return null;
  if (subject === of.subject && committed.has('rights')) return Number(named.get('revision'));
  return kind === 'key' && named.get('successor') === of.subject ? 1 : null;
}

interface RightOf {
  readonly kind: string;
  readonly subject: string;
}

/** Removes rows that somebody else wrote. What the service wrote itself is removed by the operations on it. */
export function createDiscardWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const prepare = <Row extends RowValues<Row> & { readonly tenant_id: string }>(
    sealed: SealedTable<Row>,
    toKey: (id: string) => SqlValue = (id) => id,
  ): Discarding => {
    const { table, key, columns } = sealed;
    const where = `WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`;
    const find = all.read<Sealed<Row>>(`SELECT ${columns.join(', ')}, seal FROM ${table} ${where}`);
    const remove = all.change(`DELETE FROM ${table} ${where}`);
    const { isGenuine } = prepareSealedReads(keys, sealed);
    return {
      *find(tenantId, id) {
        const row = yield* find.first(tenantId, toKey(id));
        if (row === null) return 'unknown';
        return (yield* isGenuine(row)) ? 'genuine' : 'discarded';
      },
      *remove(tenantId, id) {
        yield* remove.run(tenantId, toKey(id));
      },
    };
  };
  const tables: Readonly<Record<DiscardedKind, Discarding>> = {
    key: prepare(sealedKeys),
    user: prepare(sealedUsers),
    session: prepare(sealedSessions),
    passkey: prepare(sealedPasskeys),
    policy: prepare(sealedPolicies, Number),
  };
  const entriesOf = all.read<{ readonly entry: string }>(
    'SELECT entry FROM log_entries WHERE tenant_id = ? AND event_kind = ? ORDER BY leaf_index',
  );

  /** The entry that ends what the log says of the row; without one about it, only that it was removed. */
  function* note({ tenantId, kind, id, atMs, actor }: DiscardCall): Operation<void> {
    const at = { atMs, actor };
    const read = (yield* entriesOf.all(tenantId, kind === 'passkey' ? 'user' : kind)).map(({ entry }) =>
      parseEntry(entry),
    );
    if (kind === 'passkey') {
      const added = read.find(({ details }) => new Map(details).get('passkey') === id);
      const details = [['passkey', id]] as const;
      const event = { kind: 'user', subject: added?.subject ?? '', state: 'passkey_deleted' } as const;
      yield* log.appendEvent(tenantId, { ...event, ...at, details });
      return;
    }
    const subject = kind === 'policy' ? `revision-${id}` : id;
    const revisions = read.flatMap((entry) => revisionIn(entry, { kind, subject }) ?? []);
    const event = { kind, subject, state: 'discarded', ...at, details: [] };
    const last = revisions.at(-1);
    if (last === undefined) yield* log.appendEvent(tenantId, event);
    else
      yield* log.appendRights(tenantId, {
        ...{ ...event, revision: kind === 'policy' ? last : last + 1 },
        commitments: [['rights', noRights]],
      });
  }

  return {
    *discardRow(call: DiscardCall): Operation<DiscardOutcome> {
      const { tenantId, kind, id } = call;
      const outcome = yield* tables[kind].find(tenantId, id);
      if (outcome !== 'discarded') return outcome;
      yield* note(call);
      yield* tables[kind].remove(tenantId, id);
      return outcome;
    },
  };
}

/** In place of a commitment: there is no row. */
const noRights = '0'.repeat(64);
