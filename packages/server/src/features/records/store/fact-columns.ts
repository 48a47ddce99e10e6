import type { Row } from '@avow/storage';
import type { MessageFacts } from '../../insights/insight-store.ts';
import { decodeFindings } from './finding-columns.ts';
import { decodeAudience } from './message-columns.ts';
import { messages } from './message-tables.ts';

/** What is counted of a message. */
const factRows = messages.only(
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
);
export type FactColumns = Row<typeof factRows>;
export const factColumns = factRows.columns;

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
