import type { LogEvent } from '@avow/ledger';
import type { NamedText } from '@avow/ledger-log';
import { parseEntry } from '@avow/ledger-log/entries';
import type { Operation, RowValues, Statements } from '@avow/storage';
import type { KeyRing, SealedTable } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { sealedPasskeys, sealedUsers } from '../../people/store/people-columns.ts';
import { sealedPolicies } from '../../policies/store/policy-columns.ts';
import type { Attribution, SealedCount } from '../access-store.ts';
import { sealedKeys, sealedTenants } from './access-columns.ts';

export interface SealUnsealedCall extends Attribution {
  readonly tenantId: string;
}

type OfTenant = { readonly tenant_id: string; readonly revision: number };

/** What the log says of a row that is sealed. */
type Noted = Pick<LogEvent, 'kind' | 'subject'> & Partial<Pick<LogEvent, 'state' | 'details'>>;

/**
 * Seals rows of a release that had no seals. Only the operator asks for it: what is found is taken as it is. That is done once
 * for a tenant, and the log tells of it: someone who takes a seal away later, or puts a row there, does not get a new one.
 */
export function createUnsealedWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const prepare = <Row extends RowValues<Row> & OfTenant>(
    sealed: SealedTable<Row>,
    { noted, revised = (row) => ({ ...row, revision: 1 }), commitment = 'rights' }: Noting<Row>,
  ) => {
    const { table, columns } = sealed;
    const unsealed = all.read<Row>(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE tenant_id = ? AND seal IS NULL`,
    );
    const rows = prepareSealedRows(all, keys, sealed);
    function* sealOne({ tenantId, atMs, actor }: SealUnsealedCall, found: Row): Operation<void> {
      const row = revised(found);
      yield* rows.update(row);
      const [, rights] = yield* rows.rightsOf(row);
      const commitments: NamedText[] = [[commitment, rights]];
      const event = { state: 'sealed', details: [], ...noted(row), atMs, actor, commitments };
      yield* log.appendRights(tenantId, { ...event, revision: row.revision });
    }
    return {
      *count(tenantId: string): Operation<number> {
        return (yield* unsealed.all(tenantId)).length;
      },
      *seal(call: SealUnsealedCall): Operation<void> {
        for (const found of yield* unsealed.all(call.tenantId)) yield* sealOne(call, found);
      },
    };
  };
  const tables = [
    prepare(sealedTenants, { noted: ({ tenant_id: subject }) => ({ kind: 'tenant', subject }) }),
    prepare(sealedKeys, { noted: ({ key_id: subject }) => ({ kind: 'key', subject }) }),
    prepare(sealedUsers, { noted: ({ user_id: subject }) => ({ kind: 'user', subject }) }),
    prepare(sealedPasskeys, {
      noted: ({ user_id: subject, passkey_id }) => ({
        ...{ kind: 'user', subject, state: 'passkey_sealed', details: [['passkey', passkey_id]] },
      }),
      commitment: 'passkey_rights',
    }),
    prepare(sealedPolicies, {
      noted: ({ revision }) => ({ kind: 'policy', subject: `revision-${revision}` }),
      revised: (row) => row,
    }),
  ];
  const isUnsealed = all.read<{ readonly tenant_id: string }>(
    'SELECT tenant_id FROM tenants WHERE tenant_id = ? AND seal IS NULL',
  );
  const entries = all.read<{ readonly entry: string }>(
    "SELECT entry FROM log_entries WHERE tenant_id = ? AND event_kind = 'tenant' AND subject = ?",
  );

  /** Whether this service has made the tenant, or sealed its rows before. */
  function* wasSealed(tenantId: string): Operation<boolean> {
    if ((yield* isUnsealed.first(tenantId)) === null) return true;
    return (yield* entries.all(tenantId, tenantId)).some(
      ({ entry }) => parseEntry(entry).commitments.length > 0,
    );
  }

  return {
    *sealUnsealed(call: SealUnsealedCall): Operation<SealedCount> {
      const { tenantId } = call;
      let count = 0;
      for (const table of tables) count += yield* table.count(tenantId);
      if (count === 0) return { sealed: 0, refused: 0 };
      if (yield* wasSealed(tenantId)) return { sealed: 0, refused: count };
      for (const table of tables) yield* table.seal(call);
      return { sealed: count, refused: 0 };
    },
  };
}

interface Noting<Row> {
  readonly noted: (row: Row) => Noted;
  readonly revised?: (row: Row) => Row;
  readonly commitment?: string;
}
