import { columnsOf } from '@avow/storage';
import type { MessageFacts } from '../../insights/insight-store.ts';
import { decodeFindings } from './finding-columns.ts';
import { type ClearColumns, decodeAudience } from './message-columns.ts';

/** What is counted of a message: columns of `messages`. */
export type FactColumns = Pick<
  ClearColumns,
  | 'message_id'
  | 'created_at_ms'
  | 'status'
  | 'band'
  | 'confidence_score'
  | 'source_type'
  | 'channel_type'
  | 'time_ms'
  | 'model_tier'
  | 'routing_source'
  | 'degraded'
  | 'findings'
  | 'audience'
>;

export const factColumns = columnsOf<FactColumns>()([
  'message_id',
  'created_at_ms',
  'status',
  'band',
  'confidence_score',
  'source_type',
  'channel_type',
  'time_ms',
  'model_tier',
  'routing_source',
  'degraded',
  'findings',
  'audience',
]);

export function decodeFacts(row: FactColumns): MessageFacts {
  return {
    messageId: row.message_id,
    createdAtMs: row.created_at_ms,
    status: row.status,
    band: row.band,
    confidenceScore: row.confidence_score,
    sourceType: row.source_type,
    channelType: row.channel_type,
    timeMs: row.time_ms,
    modelTier: row.model_tier,
    routingSource: row.routing_source,
    isDegraded: row.degraded === 1,
    findings: decodeFindings(row.findings),
    audience: decodeAudience(row.audience),
  };
}
