import type { ClaimJudgement, ClaimToJudge, PassageToRead, Reader, Reading } from '@avow/inference';
import { callLimits, given, inCalls } from './in-calls.ts';

const passagesPerCall = 32;

/** Reads passages without a time limit. */
export async function readPassages(
  reader: Reader,
  asked: { readonly question: string; readonly passages: readonly PassageToRead[] },
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (let start = 0; start < asked.passages.length; start += passagesPerCall) {
    const some = asked.passages.slice(start, start + passagesPerCall);
    readings.push(...given(await reader.read(asked.question, some, callLimits)));
  }
  return readings;
}

export async function judgeClaims(
  reader: Reader,
  { label, claims }: { readonly label: string; readonly claims: readonly ClaimToJudge[] },
): Promise<ClaimJudgement[]> {
  return await inCalls({ label, items: claims }, (some) => reader.judge(some, callLimits));
}
