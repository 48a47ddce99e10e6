import type { NamedText } from '@avow/audit';
import type { PackVersion, TenantId } from '../../interfaces/identity.ts';
import type { Envelope, MessageRow, StoredMessage, StoredRecord } from '../../interfaces/record-store.ts';
import { packEnvelope, unpackEnvelope } from '../sealing/pack-envelope.ts';
import { decodeFindings, encodeFindings } from './finding-columns.ts';

/**
 * The columns of a message in the one order in which both threads pass them; behind them comes its envelope, packed. In the
 * table `end_user_id` is no name but stands for a person, by a keyed hash: the name itself is sealed with the envelope.
 */
const messageColumns = [
  'message_id',
  'thread_id',
  'status',
  'band',
  'confidence_score',
  'tripwire_triggered',
  'source_type',
  'channel_type',
  'end_user_id',
  'content_state',
  'created_at_ms',
  'policy_version',
  'pack_versions',
  'time_ms',
  'model_tier',
  'routing_source',
  'degraded',
  'findings',
] as const;

/** A message as it is handed to the writer. */
export type EncodedMessage = readonly [tenantId: TenantId, ...columns: ClearValues, envelope: string];

/** How many values an `EncodedMessage` has. */
export const encodedLength = messageColumns.length + 2;

export type ClearValues = readonly [
  messageId: MessageRow['messageId'],
  threadId: MessageRow['threadId'],
  status: MessageRow['status'],
  band: MessageRow['band'],
  confidenceScore: number,
  tripwireTriggered: number,
  sourceType: MessageRow['sourceType'],
  channelType: string,
  endUserId: string | null,
  contentState: MessageRow['contentState'],
  createdAtMs: number,
  policyVersion: string,
  packVersions: string,
  timeMs: number,
  modelTier: number,
  routingSource: MessageRow['routingSource'],
  degraded: number,
  findings: string | null,
];

type PlaceValues = readonly [leafIndex: number | null, leafHash: string | null];

/** A message as the reader hands it back, opened; the envelope is null where the content is gone. */
export type StoredColumns = readonly [...ClearValues, ...PlaceValues, envelope: string | null];

/** A message as queries select it, sealed. */
export type SealedColumns = readonly [
  ...ClearValues,
  ...PlaceValues,
  secret: Uint8Array | null,
  content: Uint8Array | null,
];

/** Behind the tenant the columns, and then where its secret, its content and its leaf are. */
export const insertMessageSql = (() => {
  const columns = ['tenant_id', ...messageColumns].join(', ');
  const places = messageColumns.map(() => '?').join(', ');
  return `INSERT INTO messages (${columns}, secret_no, content_no, leaf_index, leaf_hash) VALUES (?, ${places}, ?, ?, ?, ?)`;
})();

/** What every query for messages selects, in the order of `SealedColumns`. */
export const sealedColumnsSql = [
  ...[...messageColumns, 'leaf_index', 'leaf_hash'].map((column) => `messages.${column}`),
  'record_secrets.secret',
  'record_contents.content',
].join(', ');

/** Where it selects them from. */
export const sealedTablesSql =
  'messages LEFT JOIN record_secrets USING (secret_no) LEFT JOIN record_contents USING (content_no)';

/** The part of a packed envelope that names who asked. */
export const endUserPart = 'end_user_id';

/** What became of the columns of before: the whole envelope, and its salt. */
export const firstEnvelopePart = 'envelope';
export const firstSaltPart = 'salt';

export function encodeMessage(tenantId: TenantId, message: MessageRow): EncodedMessage {
  return [
    tenantId,
    message.messageId,
    message.threadId,
    message.status,
    message.band,
    message.confidenceScore,
    message.tripwireTriggered ? 1 : 0,
    message.sourceType,
    message.channelType,
    message.endUserId,
    message.contentState,
    message.createdAtMs,
    message.policyVersion,
    JSON.stringify(message.packVersions.map(({ packId, version }) => [packId, version])),
    message.timeMs,
    message.modelTier,
    message.routingSource,
    message.isDegraded ? 1 : 0,
    encodeFindings(message.findings),
    packEnvelope([
      ...message.envelope,
      ...(message.endUserId === null ? [] : [[endUserPart, message.endUserId] as const]),
    ]),
  ];
}

/** What the log commits to of a message that ended, under its own secret: the parts of its packed envelope, and its state. */
export function committedFields(parts: readonly NamedText[], contentState: string): NamedText[] {
  return [...parts, ['content_state', contentState]];
}

/**
 * The columns in clear that say something of how a message went, in one text. Not among them: who asked, which is a field of
 * its own, the state of the content, which changes, and what stands in the leaf itself.
 */
export function factsOf(values: ClearValues): string {
  const [, threadId, , band, score, tripwire, sourceType, channelType, , , , ...rest] = values;
  return JSON.stringify([threadId, band, score, tripwire, sourceType, channelType, ...rest]);
}

function decodePackVersions(text: string): PackVersion[] {
  const pairs: ReadonlyArray<readonly [PackVersion['packId'], number]> = JSON.parse(text);
  return pairs.map(([packId, version]) => ({ packId, version }));
}

function decodeFacts(columns: StoredColumns): Omit<StoredMessage, 'envelope' | 'endUserId'> {
  const [messageId, threadId, status, band, confidenceScore, tripwireTriggered, sourceType, ...more] =
    columns;
  const [channelType, , contentState, createdAtMs, policyVersion, packVersions, ...last] = more;
  const [timeMs, modelTier, routingSource, degraded, findings, leafIndex, leafHash] = last;
  return {
    messageId,
    threadId,
    status,
    band,
    confidenceScore,
    tripwireTriggered: tripwireTriggered === 1,
    sourceType,
    channelType,
    contentState,
    createdAtMs,
    policyVersion,
    packVersions: decodePackVersions(packVersions),
    timeMs,
    modelTier,
    routingSource,
    isDegraded: degraded === 1,
    findings: decodeFindings(findings),
    log: leafIndex === null || leafHash === null ? null : { leafIndex, leafHash },
  };
}

function decodeEnvelope(packed: string): { readonly endUserId: string | null; readonly envelope: Envelope } {
  const parts = unpackEnvelope(packed);
  const endUserId = parts.find(([name]) => name === endUserPart)?.[1] ?? null;
  return { endUserId, envelope: parts.filter(([name]) => name !== endUserPart) };
}

/** Of a message whose content is there. */
export function decodeMessage(columns: StoredColumns): StoredMessage {
  const packed = columns.at(-1) as string | null;
  if (packed === null) throw new Error('the content of this message is gone');
  return { ...decodeFacts(columns), ...decodeEnvelope(packed) };
}

export function decodeRecord(columns: StoredColumns): StoredRecord {
  const packed = columns.at(-1) as string | null;
  if (packed === null) return { kind: 'emptied', ...decodeFacts(columns), endUserId: null };
  return { kind: 'whole', ...decodeFacts(columns), ...decodeEnvelope(packed) };
}
