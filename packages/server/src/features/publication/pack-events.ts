import type { OutboxEvent, PackVersion } from '@avow/foundation';
import { makeEvent } from '@avow/foundation';

/** The event that another version of a pack is served: ids and counts, never names or texts. */
export function packPublishedEvent(
  pack: PackVersion & {
    readonly documentCount: number;
    readonly curatedCount: number;
    readonly passageCount: number;
  },
  nowMs: number,
): OutboxEvent {
  return makeEvent('content_pack.published', nowMs, {
    pack_id: pack.packId,
    version: pack.version,
    document_count: pack.documentCount,
    qna_count: pack.curatedCount,
    passage_count: pack.passageCount,
  });
}
