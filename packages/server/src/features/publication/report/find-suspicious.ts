import { setImmediate } from 'node:timers/promises';
import type { CuratedPair } from '@avow/answering';
import type { DetectInjection } from '@avow/guardrails';
import { type DraftPassage, shortenQuote } from './collect-passages.ts';
import type { SuspiciousText } from './pack-report.ts';

/** Texts checked before yielding to the event loop. */
const textsPerSlice = 16;

/** Texts that read like instructions; curated ones first, because they take precedence over documents. */
export async function findSuspicious(
  { passages, pairs }: { readonly passages: readonly DraftPassage[]; readonly pairs: readonly CuratedPair[] },
  detectInjection: DetectInjection,
): Promise<SuspiciousText[]> {
  const found: SuspiciousText[] = [];
  let checkedCount = 0;
  const check = async (
    text: string,
    place: Pick<SuspiciousText, 'kind' | 'id' | 'source'>,
  ): Promise<void> => {
    const reason = detectInjection(text);
    if (reason !== null) found.push({ ...place, quote: shortenQuote(text), reason });
    if (++checkedCount % textsPerSlice === 0) await setImmediate();
  };
  for (const { curatedId, source, question, answer } of pairs)
    await check(`${question}\n${answer}`, { kind: 'curated', id: curatedId, source });
  for (const { id, source, text } of passages) await check(text, { kind: 'document', id, source });
  return found;
}
