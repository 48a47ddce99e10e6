import type { Operation, Statements } from '@avow/storage';
import type { LastingSecrets } from '@avow/storage/sealing';

/** Destroys the words and their key. False: the entry has none. */
export function prepareReasonErasure(
  { read, change }: Statements,
  lasting: Pick<LastingSecrets, 'wipe'>,
): (tenantId: string, leafIndex: number) => Operation<boolean> {
  const find = read<{ readonly secret_no: number }>(
    'SELECT secret_no FROM log_reasons WHERE tenant_id = ? AND leaf_index = ?',
  );
  const remove = change('DELETE FROM log_reasons WHERE tenant_id = ? AND leaf_index = ?');
  return function* eraseReason(tenantId, leafIndex) {
    const found = yield* find.first(tenantId, leafIndex);
    if (found === null) return false;
    yield* remove.put(tenantId, leafIndex);
    yield* lasting.wipe(found.secret_no);
    return true;
  };
}
