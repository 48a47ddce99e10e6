import { formatTime } from '@avow/contract';
import { newId } from '../ids/typeid.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { OutboxEvent } from '../interfaces/record-store.ts';

/** The notice that another version of a pack is served now: ids and counts, never its name or its words. */
export function packPublishedEvent(
  pack: PackVersion & {
    readonly documentCount: number;
    readonly curatedCount: number;
    readonly passageCount: number;
  },
  nowMs: number,
): OutboxEvent {
  const type = 'content_pack.published';
  const data = {
    pack_id: pack.packId,
    version: pack.version,
    document_count: pack.documentCount,
    qna_count: pack.curatedCount,
    passage_count: pack.passageCount,
  };
  return {
    eventId: newId('evt', nowMs),
    type,
    body: JSON.stringify({ type, timestamp: formatTime(nowMs), data }),
  };
}
