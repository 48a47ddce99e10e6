import { newId } from '@avow/foundation';
import type { MessageRow } from '@avow/server/measurement';

/** A record of the usual kind: a curated answer of high confidence, which nothing was found against. */
export function sampleRow(nowMs: number, envelope: MessageRow['envelope']): MessageRow {
  return {
    messageId: newId('msg', nowMs),
    threadId: newId('thr', nowMs),
    status: 'delivered',
    band: 'high',
    confidenceScore: 0.97,
    tripwireTriggered: false,
    sourceType: 'qna',
    channelType: 'api',
    endUserId: null,
    audience: [],
    contentState: 'present',
    createdAtMs: nowMs,
    policyVersion: 'bench',
    packVersions: [],
    timeMs: 3.2,
    modelTier: 0,
    routingSource: 'qna_match',
    isDegraded: false,
    findings: [],
    envelope,
  };
}
