import type { PackVersion, TenantId } from '../../interfaces/identity.ts';
import type { MessageRow, StoredMessage } from '../../interfaces/record-store.ts';
import { decodeFindings, encodeFindings } from './finding-columns.ts';

/** The columns of a message in the one order in which both threads pass them. */
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
  'envelope',
] as const;

/** A message as it is handed to the writer: the tenant and `messageColumns`. */
export type EncodedMessage = readonly [tenantId: TenantId, ...columns: MessageValues];

/** How many values an `EncodedMessage` has. */
export const encodedLength = messageColumns.length + 1;

type MessageValues = readonly [
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
  envelope: string,
];

/** A message as the reader hands it back: `messageColumns`, and then its place in the log. */
export type StoredColumns = readonly [...MessageValues, leafIndex: number | null, leafHash: string | null];

export const insertMessageSql = (() => {
  const columns = ['tenant_id', ...messageColumns].join(', ');
  const places = messageColumns.map(() => '?').join(', ');
  return `INSERT INTO messages (${columns}, salt, leaf_index, leaf_hash) VALUES (?, ${places}, unhex(?), ?, ?)`;
})();

/** What every query for messages selects, in the order of `StoredColumns`. */
export const storedColumnsSql = [...messageColumns, 'leaf_index', 'leaf_hash']
  .map((column) => `messages.${column}`)
  .join(', ');

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
    message.envelope,
  ];
}

function decodePackVersions(text: string): PackVersion[] {
  const pairs: ReadonlyArray<readonly [PackVersion['packId'], number]> = JSON.parse(text);
  return pairs.map(([packId, version]) => ({ packId, version }));
}

export function decodeMessage(columns: StoredColumns): StoredMessage {
  const [messageId, threadId, status, band, confidenceScore, tripwireTriggered, sourceType, ...more] =
    columns;
  const [channelType, endUserId, contentState, createdAtMs, policyVersion, packVersions, ...last] = more;
  const [timeMs, modelTier, routingSource, degraded, findings, envelope, leafIndex, leafHash] = last;
  return {
    messageId,
    threadId,
    status,
    band,
    confidenceScore,
    tripwireTriggered: tripwireTriggered === 1,
    sourceType,
    channelType,
    endUserId,
    contentState,
    createdAtMs,
    policyVersion,
    packVersions: decodePackVersions(packVersions),
    timeMs,
    modelTier,
    routingSource,
    isDegraded: degraded === 1,
    findings: decodeFindings(findings),
    envelope,
    log: leafIndex === null || leafHash === null ? null : { leafIndex, leafHash },
  };
}
