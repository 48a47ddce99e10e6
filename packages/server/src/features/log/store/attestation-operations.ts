import type { AttestationStore, WitnessedLogStore } from '@avow/ledger';
import { intoTable, type OperationsFor, type Row, type Statements } from '@avow/storage';
import { attestations, witnessedLogs } from './log-tables.ts';

const rows = attestations.without('tenant_id');
type AttestationRow = Row<typeof rows>;

const attestationsSql = `SELECT ${rows.columns.join(', ')} FROM attestations
  WHERE tenant_id = ? AND kind = ? AND source = ?`;

const witnessedSql = `SELECT ${witnessedLogs.columns.join(', ')} FROM witnessed_logs WHERE origin = ?`;

/** The reader's operations on what others say of logs, and this installation of logs of others. */
export function createAttestationReads({ read }: Statements) {
  const last = read<AttestationRow>(`${attestationsSql} ORDER BY size DESC LIMIT 1`);
  const first = read<AttestationRow>(`${attestationsSql} AND size >= ? ORDER BY size LIMIT 1`);
  const witnessed = read<Row<typeof witnessedLogs>>(witnessedSql);
  const decode = (row: AttestationRow | null) => (row === null ? null : rows.decode(row));
  const attestationReads = {
    *lastAttestation(tenantId, { kind, source }) {
      return decode(yield* last.first(tenantId, kind, source));
    },
    *firstAttestation(tenantId, { kind, source }, sizeMin) {
      return decode(yield* first.first(tenantId, kind, source, sizeMin));
    },
  } satisfies OperationsFor<AttestationStore>;
  const witnessedReads = {
    *readWitnessed(origin) {
      const row = yield* witnessed.first(origin);
      return row === null ? null : witnessedLogs.decode(row);
    },
  } satisfies OperationsFor<WitnessedLogStore>;
  return { ...attestationReads, ...witnessedReads };
}

/** The writer's operations on the same. */
export function createAttestationWrites({ read, write, change }: Statements) {
  const insert = write<Row<typeof attestations>>(
    `INSERT ${intoTable('attestations', attestations.columns)} ON CONFLICT DO NOTHING`,
  );
  const size = read<{ readonly size: number }>('SELECT size FROM witnessed_logs WHERE origin = ?');
  const add = write<Row<typeof witnessedLogs>>(
    `INSERT ${intoTable('witnessed_logs', witnessedLogs.columns)}`,
  );
  const replace = change(
    'UPDATE witnessed_logs SET size = ?, root = ?, note = ?, cosigned_at_ms = ? WHERE origin = ?',
  );
  const attestationWrites = {
    *putAttestation(tenantId, attestation) {
      yield* insert.put({ tenant_id: tenantId, ...rows.encode(attestation) });
    },
  } satisfies OperationsFor<AttestationStore>;
  const witnessedWrites = {
    *putWitnessed(witnessed, after) {
      const last = yield* size.first(witnessed.origin);
      if ((last?.size ?? null) !== after) return 'overtaken';
      const row = witnessedLogs.encode(witnessed);
      if (last === null) yield* add.put(row);
      else yield* replace.put(row.size, row.root, row.note, row.cosigned_at_ms, row.origin);
      return 'kept';
    },
  } satisfies OperationsFor<WitnessedLogStore>;
  return { ...attestationWrites, ...witnessedWrites };
}
