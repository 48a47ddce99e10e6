import type { CuratedPair } from '@avow/answering';
import type { QnaEntry, QnaRequest } from '@avow/contract/content';
import { formatTime } from '@avow/contract/values';
import type { ItemLabels } from '../../content/item-label-store.ts';
import type { PairContent } from '../curated.ts';

/** Conversions between the code and the wire, for curated pairs. */

const timeOrNull = (timeMs: number | null) => (timeMs === null ? null : formatTime(timeMs));
const instantOrNull = (text: string | null) => (text === null ? null : Date.parse(text));

export function pairToWire(pair: CuratedPair, { owner }: Pick<ItemLabels, 'owner'>): QnaEntry {
  return {
    id: pair.curatedId,
    question: pair.question,
    alternatives: [...pair.alternatives],
    answer: pair.answer,
    source: pair.source,
    url: pair.url,
    tags: [...pair.tags],
    groups: [...pair.groups],
    valid_from: timeOrNull(pair.validFromMs),
    valid_until: timeOrNull(pair.validUntilMs),
    updated_at: formatTime(pair.updatedAtMs),
    owner,
  };
}

export function pairFromWire(request: QnaRequest): PairContent {
  const { valid_from: validFrom, valid_until: validUntil, ...same } = request;
  return { ...same, validFromMs: instantOrNull(validFrom), validUntilMs: instantOrNull(validUntil) };
}
