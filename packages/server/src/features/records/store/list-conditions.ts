import { newSuffix, timestampMsMax } from '@avow/foundation';
import type { Dialect, SqlValue } from '@avow/storage';
import type { MessageFilter } from '../message-filter.ts';
import { readableSql } from './readable-sql.ts';

interface WantedMessages {
  readonly tenantId: string;
  readonly filter: MessageFilter;
  /** The pseudonym of the end user of the filter; null: it names none. */
  readonly person: string | null;
  readonly before: string | null;
}

export interface ListConditions {
  readonly sql: string;
  readonly parameters: SqlValue[];
}

/** Not in the index of channels: most messages of many tenants have it. */
const commonChannel = 'api';

/** The characters of an id that encode its millisecond: any id of that time or later sorts after them. */
const timeCharacters = 10;

/** A message's id contains the time of its creation, so a period is a range of ids, which is indexed. */
export function firstIdAt(ms: number): string {
  const wholeMs = Math.ceil(ms);
  if (wholeMs <= 0) return 'msg_';
  if (wholeMs > timestampMsMax) return 'msg_~';
  return `msg_${newSuffix(wholeMs).slice(0, timeCharacters)}`;
}

/** Each entry is a JSON array, which the engines write with and without spaces. */
function foundSql({ listedIn }: Dialect, { guardrailId, did }: NonNullable<MessageFilter['found']>) {
  const end = did === undefined ? ['%'] : did === 'shadow' ? ['%', '1'] : ['%', `"${did}"`, '0'];
  const patterns = [',', ', '].map((comma) => `[${[`"${guardrailId}"`, ...end].join(comma)}]`);
  return {
    sql: `EXISTS (SELECT 1 FROM ${listedIn('messages.findings', 'found')}
      WHERE found.value LIKE ? OR found.value LIKE ?)`,
    values: patterns,
  };
}

/** The conditions in SQL. Values that select a partial index are literals, because SQLite does not use one for a bound value. */
export function listConditions(
  dialect: Dialect,
  { tenantId, filter, before, person }: WantedMessages,
): ListConditions {
  const terms = ['tenant_id = ?'];
  const parameters: SqlValue[] = [tenantId];
  const add = (term: string, value: SqlValue) => {
    terms.push(term);
    parameters.push(value);
  };
  if (person !== null) add('end_user_id = ?', person);
  if (filter.threadId !== undefined) add('thread_id = ?', filter.threadId);
  if (filter.status !== undefined) {
    add('status = ?', filter.status);
    if (filter.status !== 'delivered') terms.push("status <> 'delivered'");
  }
  if (filter.band !== undefined) add('band = ?', filter.band);
  if (filter.tripwireTriggered !== undefined) {
    terms.push(`tripwire_triggered = ${filter.tripwireTriggered ? 1 : 0}`);
  }
  if (filter.channelType !== undefined) {
    add('channel_type = ?', filter.channelType);
    if (filter.channelType !== commonChannel) terms.push(`channel_type <> '${commonChannel}'`);
  }
  if (filter.isLatestInThread === true)
    terms.push(`NOT EXISTS (SELECT 1 FROM messages AS later WHERE later.tenant_id = messages.tenant_id
      AND later.thread_id = messages.thread_id AND later.message_id > messages.message_id
      AND later.content_no IS NOT NULL)`);
  if (filter.createdFromMs !== undefined) add('message_id >= ?', firstIdAt(filter.createdFromMs));
  if (filter.createdBeforeMs !== undefined) add('message_id < ?', firstIdAt(filter.createdBeforeMs));
  if (filter.found !== undefined) {
    const { sql, values } = foundSql(dialect, filter.found);
    terms.push('messages.findings IS NOT NULL', sql);
    parameters.push(...values);
  }
  if (before !== null) add('message_id < ?', before);
  if (filter.readableBy !== null) {
    const readable = readableSql(dialect, filter.readableBy);
    terms.push(readable.sql);
    parameters.push(...readable.parameters);
  }
  return { sql: terms.join(' AND '), parameters };
}
