import type { Reader, Reading } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { type ReadCandidate, rankRead } from './rank-read.ts';
import { type ShownText, showToModel } from './show-to-model.ts';

/** No more passages are ever read for a question. */
export const passagesReadMax = 12;

/**
 * Reading is what costs: so many passages are read first, and more while the best of them neither is sure to answer nor shows that
 * none will. The more are beside it, the less it takes to be sure. Even numbers, since a model reads two at a time. Of 242 tuning
 * questions that can be answered 130 are answered right and 22 wrong so, with 6.9 passages read on average; 132 and 21 if all are read.
 */
export const readingStages: readonly ReadingStage[] = [
  { end: 2, sureMin: 0.85, hopelessMax: 0.05 },
  { end: 4, sureMin: 0.7, hopelessMax: 0.1 },
  { end: 8, sureMin: 0.7, hopelessMax: 0.15 },
  { end: passagesReadMax, sureMin: 0, hopelessMax: 0 },
];

export interface ReadingStage {
  /** How many passages have been read then. */
  readonly end: number;
  /** From here on the best passage is so sure to answer that no further ones are read. */
  readonly sureMin: number;
  /** Below this no further ones are read either: none of them would be good enough. */
  readonly hopelessMax: number;
}

/**
 * Once reading has taken this long the model is busy with others, or slow, and `hurried` applies in place of the stages: fewer questions
 * are answered right, and all of them sooner. 117 right and 28 wrong in place of the above, with 3.3 passages read.
 */
const hurriedAfterMs = 600;
export const hurried: ReadingStage = { end: 8, sureMin: 0.66, hopelessMax: 0.25 };
/** Of what is read beyond `hurried`: what takes longer is done without, so that time is left to judge. */
const beyondMsMax = 1_500;

/** The model reads less, the end of each; what precedes it is not even sent. */
const contextUnitsMax = 1_000;
const questionUnitsMax = 2_000;

/** Those that were read, most probable first. */
export interface PassagesRead {
  readonly candidates: readonly ReadCandidate[];
  /** False where further passages should have been read, and could not be in this time. */
  readonly isWhole: boolean;
}

/**
 * Reads the passages that the search found best, and puts them in order. Null: none could be read in this time. A model with
 * nothing else to do reads those of further stages at the same time: they count only if their stage is reached, so that the
 * answer is the same.
 */
export async function readPassages(
  reader: Pick<Reader, 'read' | 'spare'>,
  { question, hits }: { readonly question: string; readonly hits: readonly PassageHit[] },
  {
    timeoutMs,
    extent = 'adaptive',
  }: {
    readonly timeoutMs: number;
    /** `all`: every passage, as many as are ever read; `brief`: no more than a busy model reads. */
    readonly extent?: 'all' | 'adaptive' | 'brief';
  },
): Promise<PassagesRead | null> {
  const toRead = hits.filter(({ kind }) => kind === 'document').slice(0, passagesReadMax);
  const readings: Reading[] = [];
  const startedMs = performance.now();
  const takenMs = () => performance.now() - startedMs;
  let candidates: ReadCandidate[] = [];
  /** Of the readings. */
  let counted = 0;
  const isEnough = () => extent !== 'all' && counted >= hurried.end;
  const unread = () => (counted === 0 ? null : { candidates, isWhole: isEnough() });
  for (const { end, ...lines } of readingStages) {
    const wanted = toRead.slice(0, end).length;
    if (wanted === counted) break;
    if (readings.length < wanted) {
      const leftMs = (isEnough() ? Math.min(timeoutMs, beyondMsMax) : timeoutMs) - takenMs();
      if (leftMs <= 0) return unread();
      const ahead = reader.spare?.(toRead.length - readings.length) ?? 0;
      const next = toRead.slice(readings.length, Math.max(wanted, readings.length + ahead));
      const given = await readAll(reader, { question, hits: next }, leftMs);
      if (given === null) return unread();
      readings.push(...given);
    }
    counted = wanted;
    candidates = rankRead(question, toRead, readings.slice(0, counted));
    if (extent === 'all') continue;
    const isHurried = extent === 'brief' || takenMs() >= hurriedAfterMs;
    const { sureMin, hopelessMax } = isHurried ? hurried : lines;
    const best = candidates[0]?.probability ?? 0;
    if (best >= sureMin || best < hopelessMax || (isHurried && isEnough())) break;
  }
  return { candidates, isWhole: true };
}

/** All of these, in one call. */
async function readAll(
  reader: Pick<Reader, 'read'>,
  { question, hits }: { readonly question: string; readonly hits: readonly PassageHit[] },
  timeoutMs: number,
): Promise<Reading[] | null> {
  const next = hits.map(({ headings, text }) => ({
    context: headings.slice(-contextUnitsMax),
    shown: showToModel(text, { headings, asked: question }),
  }));
  const given = await reader.read(
    question.slice(-questionUnitsMax),
    next.map(({ context, shown }) => ({ context: showToModel(context).text, text: shown.text })),
    { timeoutMs },
  );
  if (given === null || given.length !== next.length) return null;
  return given.map((reading, position) => toStored(reading, next[position]?.shown));
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
