import type { PackVersion } from '../interfaces/identity.ts';
import type { OutboxEvent } from '../interfaces/outbox-event.ts';
import { makeEvent } from './make-event.ts';

/** The notice that another version of a pack is served now: ids and counts, never its name or its words. */
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
