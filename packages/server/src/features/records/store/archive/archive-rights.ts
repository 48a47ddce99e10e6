import type { ArchivedRight } from '@avow/ledger/verification';
import type { Operation, SqlValue, Statements } from '@avow/storage';
import { hasOwnSeal, rightsOf, type Sealed, type SealedTable } from '@avow/storage/sealing';
import { sealedKeys, sealedTenants } from '../../../keys/store/access-columns.ts';
import { sealedPasskeys, sealedSessions, sealedUsers } from '../../../people/store/people-columns.ts';
import { sealedPolicies } from '../../../policies/store/policy-columns.ts';
import { tenantsOf } from './archive-sql.ts';

type AnyRow = Readonly<Record<string, SqlValue>>;

interface RightsTable {
  readonly kind: ArchivedRight['kind'];
  readonly id: string;
  readonly sealed: SealedTable<AnyRow>;
}

const tableOf = <Row>(kind: ArchivedRight['kind'], id: keyof Row & string, sealed: SealedTable<Row>) => ({
  ...{ kind, id, sealed: sealed as unknown as SealedTable<AnyRow> },
});

const rightsTables: readonly RightsTable[] = [
  tableOf('tenant', 'tenant_id', sealedTenants),
  tableOf('key', 'key_id', sealedKeys),
  tableOf('user', 'user_id', sealedUsers),
  tableOf('session', 'session_id', sealedSessions),
  tableOf('passkey', 'passkey_id', sealedPasskeys),
  tableOf('policy', 'revision', sealedPolicies),
];

/** Where they are. */
interface Source {
  readonly statements: Statements;
  run<Value>(operation: Operation<Value>): Value;
}

/** Reads the rows that say who may do what. */
export function prepareRights({ statements, run }: Source) {
  const reads = rightsTables.map(({ kind, id, sealed }) => {
    const { table, columns, key } = sealed;
    const sql = `SELECT ${columns.join(', ')}, seal FROM ${table} WHERE tenant_id = ? ORDER BY ${key.join(', ')}`;
    return { kind, id, sealed, rows: statements.read<Sealed<AnyRow>>(sql) };
  });
  const tenants = statements.read<{ readonly tenant_id: string }>(
    `${rightsTables.map(({ sealed }) => tenantsOf(sealed.table)).join(' UNION ')} ORDER BY 1`,
  );
  return {
    listTenants: () => run(tenants.all()).map(({ tenant_id }) => tenant_id),
    /** `key`: the tenant's. Without any, nothing can have been sealed. */
    *list(tenantId: string, key: Uint8Array | 'damaged' | null): Generator<ArchivedRight> {
      for (const { kind, id, sealed, rows } of reads) {
        for (const row of run(rows.all(tenantId))) {
          const known = { kind, id: String(row[id]), revision: Number(row['revision']) };
          if (key === null) yield { ...known, isGenuine: false, commitment: null };
          else if (key === 'damaged') yield { ...known, isGenuine: null, commitment: null };
          else
            yield {
              ...{ ...known, isGenuine: hasOwnSeal(key, sealed, row) },
              commitment: rightsOf(key, sealed, row)[1],
            };
        }
      }
    },
  };
}
