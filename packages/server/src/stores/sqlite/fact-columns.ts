import type { MessageFacts } from '../../interfaces/insight-store.ts';
import { decodeFindings } from './finding-columns.ts';

/** In the order of `factColumnsSql`. */
export type FactColumns = readonly [
  messageId: MessageFacts['messageId'],
  createdAtMs: number,
  status: MessageFacts['status'],
  band: MessageFacts['band'],
  confidenceScore: number,
  sourceType: MessageFacts['sourceType'],
  channelType: string,
  timeMs: number,
  modelTier: number,
  routingSource: MessageFacts['routingSource'],
  degraded: number,
  findings: string | null,
];

export const factColumnsSql = `message_id, created_at_ms, status, band, confidence_score, source_type, channel_type,
  time_ms, model_tier, routing_source, degraded, findings`;

export function decodeFacts(columns: FactColumns): MessageFacts {
  const [messageId, createdAtMs, status, band, confidenceScore, sourceType, channelType, ...more] = columns;
  const [timeMs, modelTier, routingSource, degraded, findings] = more;
  return {
    messageId,
    createdAtMs,
    status,
    band,
    confidenceScore,
    sourceType,
    channelType,
    timeMs,
    modelTier,
    routingSource,
    isDegraded: degraded === 1,
    findings: decodeFindings(findings),
  };
}
