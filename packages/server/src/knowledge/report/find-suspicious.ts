import { setImmediate } from 'node:timers/promises';
import type { FindOrders, SuspiciousText } from '../../interfaces/content-packs.ts';
import type { CuratedPair } from '../../interfaces/knowledge-store.ts';
import { cut } from './cut-quote.ts';
import type { DraftPassage } from './gather-passages.ts';

/** Between two pauses: others want to be served meanwhile. */
const textsAtOnce = 16;

/** Texts that read like orders, curated ones first: they answer before anything else does. */
export async function findSuspicious(
  { passages, pairs }: { readonly passages: readonly DraftPassage[]; readonly pairs: readonly CuratedPair[] },
  findOrders: FindOrders,
): Promise<SuspiciousText[]> {
  const found: SuspiciousText[] = [];
  let looked = 0;
  const look = async (text: string, place: Pick<SuspiciousText, 'kind' | 'id' | 'source'>): Promise<void> => {
    const reason = findOrders(text);
    if (reason !== null) found.push({ ...place, quote: cut(text), reason });
    if (++looked % textsAtOnce === 0) await setImmediate();
  };
  for (const { curatedId, source, question, answer } of pairs)
    await look(`${question}\n${answer}`, { kind: 'curated', id: curatedId, source });
  for (const { id, source, text } of passages) await look(text, { kind: 'document', id, source });
  return found;
}
