import type { CuratedId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';

/**
 * Curated pairs with text from a message or from feedback on it, recorded with the message. Other references to them may be
 * deleted earlier, and the caller who erases the message must learn which pairs they are.
 */
export interface DerivedPairs {
  note(tenantId: string, messageId: string, curatedId: string): Operation<void>;
  /** The pair has no text of it after all. */
  remove(tenantId: string, messageId: string, curatedId: string): Operation<void>;
  list(tenantId: string, messageId: string): Operation<CuratedId[]>;
}

interface LeftPairs {
  readonly left_pairs: string | null;
  readonly secret_no: number | null;
}

export function prepareDerivedPairs({ read, change }: Statements): DerivedPairs {
  const find = read<LeftPairs>(
    'SELECT left_pairs, secret_no FROM messages WHERE tenant_id = ? AND message_id = ?',
  );
  const set = change('UPDATE messages SET left_pairs = ? WHERE tenant_id = ? AND message_id = ?');
  const parse = (found: LeftPairs | null): CuratedId[] => JSON.parse(found?.left_pairs ?? '[]');
  return {
    *note(tenantId, messageId, curatedId) {
      const found = yield* find.first(tenantId, messageId);
      const pairs: readonly string[] = parse(found);
      if (found === null || pairs.includes(curatedId)) return;
      yield* set.put(JSON.stringify([...pairs, curatedId]), tenantId, messageId);
    },
    *remove(tenantId, messageId, curatedId) {
      const found = yield* find.first(tenantId, messageId);
      // The list of an erased message was reported to the caller, and stays as reported.
      if (found === null || found.secret_no === null) return;
      const left = parse(found).filter((pair) => pair !== curatedId);
      yield* set.put(JSON.stringify(left), tenantId, messageId);
    },
    *list(tenantId, messageId) {
      return parse(yield* find.first(tenantId, messageId));
    },
  };
}
