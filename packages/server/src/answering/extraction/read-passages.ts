import type { Reader, Reading } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { hopelessMax, sureMin } from './answer-line.ts';
import { type ReadCandidate, rankRead } from './rank-read.ts';
import { type ShownText, showToModel } from './show-to-model.ts';

/**
 * Reading is what costs: of what the search found so many are read first, and more only where one of these may answer and none
 * is sure to. Even numbers, since a model reads two at a time.
 */
export const readFirst = 2;
const readThen = 4;
const readPassagesMax = 8;
/** The model reads less, the end of each; what precedes it is not even sent. */
const contextUnitsMax = 1_000;
const questionUnitsMax = 2_000;

/** Those that were read, most probable first. */
export interface PassagesRead {
  readonly candidates: readonly ReadCandidate[];
  /** False where further passages should have been read, and could not be in this time. */
  readonly isWhole: boolean;
}

/** Reads the passages that the search found best, and puts them in order. Null: none could be read in this time. */
export async function readPassages(
  reader: Pick<Reader, 'read'>,
  { question, hits }: { readonly question: string; readonly hits: readonly PassageHit[] },
  { timeoutMs, readsAll = false }: { readonly timeoutMs: number; readonly readsAll?: boolean },
): Promise<PassagesRead | null> {
  const toRead = hits.filter(({ kind }) => kind === 'document').slice(0, readPassagesMax);
  const readings: Reading[] = [];
  const endsAtMs = performance.now() + timeoutMs;
  let candidates: ReadCandidate[] = [];
  const unread = () => (readings.length === 0 ? null : { candidates, isWhole: false });
  for (const end of [readFirst, readThen, readPassagesMax]) {
    const next = toRead.slice(readings.length, end).map(({ headings, text }) => ({
      context: headings.slice(-contextUnitsMax),
      shown: showToModel(text),
    }));
    if (next.length === 0) break;
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return unread();
    const given = await reader.read(
      question.slice(-questionUnitsMax),
      next.map(({ context, shown }) => ({ context: showToModel(context).text, text: shown.text })),
      { timeoutMs: leftMs },
    );
    if (given === null || given.length !== next.length) return unread();
    readings.push(...given.map((reading, position) => toStored(reading, next[position]?.shown)));
    candidates = rankRead(question, toRead, readings);
    const best = candidates[0]?.probability ?? 0;
    if (!readsAll && (best >= sureMin || best < hopelessMax)) break;
  }
  return { candidates, isWhole: true };
}

/** What was found, in the passage as it is stored. */
function toStored(reading: Reading, shown: ShownText | undefined): Reading {
  if (shown === undefined) return reading;
  const spans = reading.spans.map(({ start, end, score }) => ({
    start: shown.toOriginal(start),
    end: shown.toOriginal(end),
    score,
  }));
  return { ...reading, spans };
}
