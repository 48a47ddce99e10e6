import type { Operation, Statements } from '@avow/storage';
import type { LastingSecrets } from '@avow/storage/sealing';
import { prepareReasonErasure } from '../../log/store/erase-reason.ts';

/** What somebody noted of a record goes with its content; what they found of it stays. */
export function prepareNoteErasure(
  statements: Statements,
  lasting: Pick<LastingSecrets, 'wipe'>,
): (tenantId: string, messageId: string) => Operation<void> {
  const list = statements.read<{ readonly leaf_index: number }>(
    'SELECT leaf_index FROM sample_judgements WHERE tenant_id = ? AND message_id = ?',
  );
  const eraseReason = prepareReasonErasure(statements, lasting);
  return function* eraseNotes(tenantId, messageId) {
    for (const { leaf_index: leafIndex } of yield* list.all(tenantId, messageId))
      yield* eraseReason(tenantId, leafIndex);
  };
}
