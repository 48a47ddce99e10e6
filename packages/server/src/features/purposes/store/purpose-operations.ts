import { intoTable, type OperationsFor, type Row, type Statements, setExcluded } from '@avow/storage';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { noPurposes, type PurposeStore } from '../purpose-store.ts';
import { purposes } from './purpose-tables.ts';

type PurposeColumns = Row<typeof purposes>;

/** The reader's operation on purposes. */
export function createPurposeReads({ read }: Statements) {
  const get = read<PurposeColumns>(`SELECT ${purposes.columns.join(', ')} FROM purposes WHERE tenant_id = ?`);
  return {
    *getPurposes(tenantId) {
      const row = yield* get.first(tenantId);
      if (row === null) return noPurposes;
      const { required: isRequired, purposes: set } = purposes.decode(row);
      return { isRequired, purposes: set };
    },
  } satisfies OperationsFor<PurposeStore>;
}

/** The writer's operation on purposes. */
export function createPurposeWrites({ write }: Statements, log: LogAppends) {
  const put = write<PurposeColumns>(
    `INSERT ${intoTable('purposes', purposes.columns)}
     ON CONFLICT (tenant_id) DO UPDATE SET ${setExcluded(purposes.columns.slice(1))}`,
  );
  return {
    *setPurposes(tenantId, { isRequired, purposes: set }, { atMs, actor }) {
      const kept = purposes.encode({
        ...{ tenantId, required: isRequired, purposes: set, updatedAtMs: atMs, updatedBy: actor },
      });
      yield* put.put(kept);
      return yield* log.appendEvent(tenantId, {
        ...{ kind: 'purposes', subject: '', state: 'set', atMs, actor },
        details: [
          ['required', isRequired ? 'yes' : 'no'],
          ...set.map(({ id, title }) => [`purpose_${id}`, title] as const),
        ],
      });
    },
  } satisfies OperationsFor<PurposeStore>;
}
