import type { Dialect, SqlValue } from '@avow/storage';
import type { ReaderGroups } from '../audience.ts';

/** A condition on rows of `messages`, with its parameters. */
interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * Which messages a reader may see: `mayRead` in SQL. A reader who may name no group needs no list of groups, and has an index of
 * their own, so that a page does not take longer the more there is that they may not see.
 */
export function readableSql({ listedIn }: Dialect, groups: ReaderGroups): Condition {
  if (groups === null) return { sql: '1 = 1', parameters: [] };
  if (groups.length === 0) return { sql: 'messages.audience IS NULL', parameters: [] };
  const isNamed = `SELECT 1 FROM ${listedIn('needed.value', 'admitted')}
    WHERE admitted.value IN (SELECT named.value FROM ${listedIn('?', 'named')})`;
  const sql = `(messages.audience IS NULL OR NOT EXISTS (
    SELECT 1 FROM ${listedIn('messages.audience', 'needed')} WHERE NOT EXISTS (${isNamed})))`;
  return { sql, parameters: [JSON.stringify(groups)] };
}
