import type { PackVersion, TenantId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Dialect, Row } from '@avow/storage';
import { selectFrom } from '@avow/storage';
import type { RecordAudience } from '../audience.ts';
import type { Envelope, MessageRow, StoredMessage, StoredRecord } from '../record-store.ts';
import { decodeFindings, encodeFindings } from './finding-columns.ts';
import { messages } from './message-tables.ts';
import { packEnvelope, unpackEnvelope } from './pack-envelope.ts';

/** What queries select of a message, beside its secret and its content, which are in separate tables. */
const selectedRows = messages.without('secret_no', 'content_no', 'left_pairs', 'node_id');
type SelectedColumns = Row<typeof selectedRows>;

/**
 * The unencrypted columns of a message. In the table, `end_user_id` is a keyed hash of the person: the name itself is sealed with
 * the envelope. Without an `audience`, everybody may see it.
 */
export type ClearColumns = Omit<SelectedColumns, 'leaf_index' | 'leaf_hash'>;

/** A row of `messages` with content. Its node is the one that answers it; null once it has ended or is pending review. */
const writtenRows = messages.without('left_pairs');
export interface MessageColumns extends Omit<Row<typeof writtenRows>, 'secret_no' | 'content_no'> {
  readonly secret_no: number;
  readonly content_no: number;
}

/** A message as queries select it, sealed. */
export interface SealedMessage extends SelectedColumns {
  readonly secret: Uint8Array | null;
  readonly content: Uint8Array | null;
}

/** A message as the reader returns it, unsealed; the envelope is null if the content is gone. */
export interface OpenedMessage extends SelectedColumns {
  readonly envelope: string | null;
}

/** A message as passed to the writer, with the name of the end user and its packed envelope. */
export interface EncodedMessage {
  readonly clear: ClearColumns;
  readonly isThreadShared?: true;
  readonly envelope: string;
}

export const messageColumns = writtenRows.columns;

/**
 * The secret and the content of a selected message. Each is looked up by its number: a join, as PostgreSQL plans it for a
 * tenant of average size, would read all of those that a large tenant has.
 */
export function sealedPartsSql({ ownerColumns }: Dialect): string {
  const look = (column: string, { table, no }: { readonly table: string; readonly no: string }) =>
    `(SELECT ${table}.${column} FROM ${table}
      WHERE ${[...ownerColumns, no].map((by) => `${table}.${by} = messages.${by}`).join(' AND ')}) AS ${column}`;
  return [
    look('secret', { table: 'record_secrets', no: 'secret_no' }),
    look('content', { table: 'record_contents', no: 'content_no' }),
  ].join(', ');
}

/** What every query for messages selects: the columns of a `SealedMessage`. */
export function sealedColumnsSql(dialect: Dialect): string {
  return `${selectFrom('messages', selectedRows.columns)}, ${sealedPartsSql(dialect)}`;
}

/** The part of a packed envelope that names who asked. */
export const endUserPart = 'end_user_id';

/** Parts of legacy records: the whole envelope, and its salt. */
export const firstEnvelopePart = 'envelope';
export const firstSaltPart = 'salt';

function encodeClear(tenantId: TenantId, message: MessageRow): ClearColumns {
  return {
    tenant_id: tenantId,
    message_id: message.messageId,
    thread_id: message.threadId,
    status: message.status,
    band: message.band,
    confidence_score: message.confidenceScore,
    tripwire_triggered: message.tripwireTriggered ? 1 : 0,
    source_type: message.sourceType,
    channel_type: message.channelType,
    end_user_id: message.endUserId,
    content_state: message.contentState,
    audience: message.audience.length === 0 ? null : JSON.stringify(message.audience),
    created_at_ms: message.createdAtMs,
    policy_version: message.policyVersion,
    pack_versions: JSON.stringify(message.packVersions.map(({ packId, version }) => [packId, version])),
    time_ms: message.timeMs,
    model_tier: message.modelTier,
    routing_source: message.routingSource,
    degraded: message.isDegraded ? 1 : 0,
    findings: encodeFindings(message.findings),
    rules: message.rules.length === 0 ? null : JSON.stringify(message.rules),
  };
}

export function encodeMessage(tenantId: TenantId, message: MessageRow): EncodedMessage {
  const { endUserId } = message;
  const named = endUserId === null ? [] : [[endUserPart, endUserId] as const];
  return {
    clear: encodeClear(tenantId, message),
    ...(message.isThreadShared ? { isThreadShared: true } : {}),
    envelope: packEnvelope([...message.envelope, ...named]),
  };
}

/** What the log commits to of a message that ended, under its own secret: the parts of its packed envelope, and its state. */
export function committedFields(parts: readonly NamedText[], contentState: string): NamedText[] {
  return [...parts, ['content_state', contentState]];
}

/**
 * The unencrypted columns that describe a message, in one text. Excluded are the person, which is a separate field, the
 * state of the content, which changes, and what is in the leaf itself. Leaves commit to this exact text, so its order can
 * never change.
 */
export function spellFacts(row: ClearColumns): string {
  return JSON.stringify([
    row.thread_id,
    row.band,
    row.confidence_score,
    row.tripwire_triggered,
    row.source_type,
    row.channel_type,
    row.policy_version,
    row.pack_versions,
    row.time_ms,
    row.model_tier,
    row.routing_source,
    row.degraded,
    row.findings,
    ...(row.audience === null ? [] : [row.audience]),
  ]);
}

/** Empty: everybody. */
export function decodeAudience(text: string | null): RecordAudience {
  return text === null ? [] : JSON.parse(text);
}

function decodePackVersions(text: string): PackVersion[] {
  const pairs: ReadonlyArray<readonly [PackVersion['packId'], number]> = JSON.parse(text);
  return pairs.map(([packId, version]) => ({ packId, version }));
}

function decodeClear(row: OpenedMessage): Omit<StoredMessage, 'envelope' | 'endUserId'> {
  const { leaf_index: leafIndex, leaf_hash: leafHash } = row;
  return {
    messageId: row.message_id,
    threadId: row.thread_id,
    status: row.status,
    band: row.band,
    confidenceScore: row.confidence_score,
    tripwireTriggered: row.tripwire_triggered === 1,
    sourceType: row.source_type,
    channelType: row.channel_type,
    contentState: row.content_state,
    audience: decodeAudience(row.audience),
    createdAtMs: row.created_at_ms,
    policyVersion: row.policy_version,
    packVersions: decodePackVersions(row.pack_versions),
    timeMs: row.time_ms,
    modelTier: row.model_tier,
    routingSource: row.routing_source,
    isDegraded: row.degraded === 1,
    findings: decodeFindings(row.findings),
    rules: row.rules === null ? [] : JSON.parse(row.rules),
    log: leafIndex === null || leafHash === null ? null : { leafIndex, leafHash },
  };
}

function decodeEnvelope(packed: string): { readonly endUserId: string | null; readonly envelope: Envelope } {
  const parts = unpackEnvelope(packed);
  const endUserId = parts.find(([name]) => name === endUserPart)?.[1] ?? null;
  return { endUserId, envelope: parts.filter(([name]) => name !== endUserPart) };
}

/** Of a message whose content is there. */
export function decodeMessage(row: OpenedMessage): StoredMessage {
  if (row.envelope === null) throw new Error('the content of this message is gone');
  return { ...decodeClear(row), ...decodeEnvelope(row.envelope) };
}

export function decodeRecord(row: OpenedMessage): StoredRecord {
  if (row.envelope === null) return { kind: 'emptied', ...decodeClear(row), endUserId: null };
  return { kind: 'whole', ...decodeClear(row), ...decodeEnvelope(row.envelope) };
}
