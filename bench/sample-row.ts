import { sampleMessage } from '@avow/server/testing/inner';

type MessageRow = ReturnType<typeof sampleMessage>;

/** A record of the usual kind: a curated answer of high confidence, which nothing was found against. */
export function sampleRow(nowMs: number, envelope: MessageRow['envelope']): MessageRow {
  return sampleMessage({
    confidenceScore: 0.97,
    sourceType: 'qna',
    createdAtMs: nowMs,
    policyVersion: 'bench',
    packVersions: [],
    timeMs: 3.2,
    modelTier: 0,
    routingSource: 'qna_match',
    envelope,
  });
}
