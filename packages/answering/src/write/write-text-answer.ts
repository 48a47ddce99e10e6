import type { ModelFaultCode, Reader } from '@avow/inference';
import { squeeze } from '@avow/text';
import { stripEmphasis } from '@avow/text/markdown';
import type { WrittenChange, WrittenDraft } from '../draft.ts';
import type { TimeLeft, WritingOptions, WrittenFound } from '../found.ts';
import type { Question } from '../question.ts';
import { createPieceCleaner } from '../verify/clean-pieces.ts';
import { createEchoFinder } from '../verify/find-echo.ts';
import { createLeakFinders, type LeakFinder } from '../verify/find-leak.ts';
import type { Grounder } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { createDraftAssembly, type DraftAssembly } from './assemble-draft.ts';
import { type CutUnit, createUnitCutter, cuttingLimits } from './cut-units.ts';
import { judgeAddressed } from './judge-addressed.ts';
import { createUnitQueue } from './queue-units.ts';
import type { NextPiece, OpenWriting } from './read-writing.ts';
import { repeatsQuestion } from './repeats-question.ts';
import { relevantMin, scoreRelevance } from './score-relevance.ts';
import type { SecondJudging } from './second-judge/open-second-judging.ts';
import { stripAttribution } from './strip-attribution.ts';
import { leadsIn } from './unit-place.ts';
import { notCoveredWord } from './write-task.ts';

export interface AnswerToWrite {
  readonly question: Question;
  readonly sources: readonly QuotableSource[];
  readonly grounder: Grounder;
  /** Says whether an answer addresses its question; null: nobody does. */
  readonly judge: Pick<Reader, 'judge' | 'read'> | null;
  /** A language model that is asked about what the grounder is not sure of. Null: there is none. */
  readonly second: SecondJudging | null;
  readonly options: WritingOptions;
  readonly limits: TimeLeft;
  /** The model was asked for the words of its sources. */
  readonly withQuotes: boolean;
  /** The model's instructions, which it must not reveal. */
  readonly instructions: string;
}

/** By then the request has left. */
const prepareAfterMs = 3;

/** How many beginnings of an answer are read before anything of it is shown; after that, all of it. */
const relevanceAskedMax = 4;

/** Reads what a model writes, and keeps what its sources support, sentence by sentence. */
export async function writeTextAnswer(facts: AnswerToWrite, writing: OpenWriting): Promise<WrittenFound> {
  const { grounder, sources, question, options, limits, second } = facts;
  const { allowUnverified, supportedMin } = options;
  const assembly = createDraftAssembly({ sources, judge: grounder.judge, allowUnverified, supportedMin });
  const leftMs = () => (options.signal.aborted ? 0 : limits.leftMs());
  const queue = createUnitQueue({ grounder, assembly, sources, question, second, leftMs });
  const reader = createUnitReader(facts);
  // A model takes its time: what is needed then is made ready meanwhile.
  const preparing = setTimeout(() => {
    reader.prepare();
    grounder.prepare?.(sources);
  }, prepareAfterMs);
  try {
    return await readUnits(facts, writing, { assembly, queue, reader, leftMs });
  } finally {
    clearTimeout(preparing);
  }
}

interface Reading {
  readonly assembly: DraftAssembly;
  readonly queue: ReturnType<typeof createUnitQueue>;
  readonly reader: ReturnType<typeof createUnitReader>;
  readonly leftMs: () => number;
}

async function readUnits(
  facts: AnswerToWrite,
  writing: OpenWriting,
  { assembly, queue, reader, leftMs }: Reading,
): Promise<WrittenFound> {
  const { options } = facts;
  let reading: Promise<'read'> | null = null;
  let addressing: Promise<number | null> | null = null;
  let reportedCount = 0;
  let relevanceAsked = 0;
  /** From then on nothing can be taken back. */
  let isReported = false;

  /** Nothing is shown of what says something else, as far as its first units tell. */
  async function mayReport(draft: WrittenDraft): Promise<boolean> {
    if (options.onDraft === null || options.format === 'json') return false;
    relevanceAsked += 1;
    if (relevanceAsked > relevanceAskedMax) return false;
    const relevance = await askRelevance(facts, draft, leftMs());
    return relevance === null || relevance >= relevantMin;
  }

  async function readOn(): Promise<'read'> {
    for (const unit of reader.take(await writing.next())) queue.add(unit);
    reading = null;
    return 'read';
  }

  for (;;) {
    const found = reader.found();
    if (found !== null) return found;
    if (reading === null && reader.goesOn() && queue.hasRoom()) {
      reading = readOn();
      reading.catch(() => {});
    }
    const first = queue.isEmpty() ? null : queue.firstReady().then(() => 'ready' as const);
    const events = [first, reading].filter((event) => event !== null);
    if (events.length === 0 && queue.hasHeld()) {
      await queue.judgeHeld();
      continue;
    }
    if (events.length === 0) {
      const ended = assembly.end();
      addressing ??= askAddressed(facts, ended, leftMs());
      const relevance = ended === null ? null : await askRelevance(facts, ended, leftMs());
      if (!isReported && relevance !== null && relevance < relevantMin)
        return { kind: 'irrelevant', changes: [...assembly.changes(), ...unused(ended)] };
      const draft = withJudged(ended, { addressed: await addressing, relevance });
      return draft === null && assembly.lacksJudge()
        ? failed('failed')
        : conclude(draft, { assembly, reader });
    }
    if ((await Promise.race(events)) !== 'ready') continue;
    const taken = await queue.takeFirst();
    if (taken === 'fell' && leftMs() <= 0 && assembly.isEmpty()) return failed('timeout');
    if (taken === 'fell' && assembly.isHopeless()) return { kind: 'ungrounded', changes: assembly.changes() };
    if (taken !== 'grew' && taken !== 'repaired') continue;
    const draft = assembly.draft();
    if (draft === null || draft.units.length === reportedCount) continue;
    reportedCount = draft.units.length;
    isReported ||= await mayReport(draft);
    if (!isReported) continue;
    // While the rest is written: the main claim stays as it is.
    addressing ??= askAddressed(facts, draft, leftMs());
    await reportDraft(options, draft);
  }
}

/** An answer in JSON is reported as a whole: half of it is not JSON. */
async function reportDraft({ onDraft, format }: WritingOptions, draft: WrittenDraft | null): Promise<void> {
  if (onDraft !== null && draft !== null && format !== 'json') await onDraft(draft);
}

/** Never rejects: an answer is given without it, and says so. */
function askAddressed(
  { judge, question }: AnswerToWrite,
  draft: WrittenDraft | null,
  leftMs: number,
): Promise<number | null> {
  if (draft === null) return Promise.resolve(null);
  const call = { timeoutMs: leftMs, owner: question.tenantId };
  return judgeAddressed(judge, { question: question.text, draft }, call).catch(() => null);
}

/** Never rejects. */
function askRelevance(
  { judge, question }: AnswerToWrite,
  draft: WrittenDraft,
  leftMs: number,
): Promise<number | null> {
  const call = { timeoutMs: leftMs, owner: question.tenantId };
  return scoreRelevance(judge, { question: question.text, draft }, call).catch(() => null);
}

function withJudged(
  draft: WrittenDraft | null,
  { addressed, relevance }: { readonly addressed: number | null; readonly relevance: number | null },
): WrittenDraft | null {
  if (draft === null) return null;
  return {
    ...draft,
    ...(addressed === null ? {} : { addressed }),
    ...(relevance === null ? {} : { relevance }),
  };
}

function unused(draft: WrittenDraft | null): WrittenChange[] {
  const claims = draft?.units.filter((unit) => unit.claims) ?? [];
  return claims.map(({ text }) => ({ written: text, delivered: '', reason: 'irrelevant' }));
}

function conclude(
  draft: WrittenDraft | null,
  { assembly, reader }: Pick<Reading, 'assembly' | 'reader'>,
): WrittenFound {
  const fault = reader.fault();
  if (draft !== null) return { kind: 'drafted', draft, isWhole: fault === null };
  if (fault !== null) return failed(fault);
  if (reader.hasUnits()) return { kind: 'ungrounded', changes: assembly.changes() };
  return failed(reader.hasRepeated() ? 'echoed_prompt' : 'not_understood');
}

function failed(code: Extract<WrittenFound, { readonly kind: 'failed' }>['code']): WrittenFound {
  return { kind: 'failed', code };
}

const saysNotCovered = new RegExp(String.raw`^\W*${notCoveredWord}(?![\p{L}\p{N}_])`, 'u');

/** A list of the sources at the end, which nobody asked for: the references say it, and better. */
const headsSourceList = /^(?:sources?|references?|citations?|quellen|fuentes|fonti|bronnen)\s*[:：]?$/iu;

/** Makes units of pieces, and watches for what ends all reading. */
function createUnitReader({ question, sources, instructions, withQuotes }: AnswerToWrite) {
  const cutter = createUnitCutter({ withQuotes });
  let known: { readonly inText: LeakFinder; readonly inUnits: LeakFinder } | null = null;
  const leaks = () => {
    if (known !== null) return known;
    const createFinder = createLeakFinders(instructions);
    // References between two parts of the instructions do not hide them.
    known = { inText: createFinder(), inUnits: createFinder() };
    return known;
  };
  // What it thinks aloud nobody is shown.
  const cleaner = createPieceCleaner();
  const echoes = createEchoFinder(sources);
  const asked = squeeze(question.text);
  let hasRepeated = false;
  let found: WrittenFound | null = null;
  let fault: ModelFaultCode | null = null;
  let isOver = false;
  let unitCount = 0;

  /** The question once more, before its answer, says nothing, and must not be taken for the main claim. */
  function withoutRepeats(cut: readonly CutUnit[]): readonly CutUnit[] {
    const repeats = (unit: CutUnit) =>
      squeeze(unit.text) === asked ||
      (unit.kind === 'sentence' && !leadsIn(unit) && repeatsQuestion(unit.text, question.text));
    const first = unitCount > 0 ? 0 : cut.findIndex((unit) => !repeats(unit));
    if (first !== 0 && cut.length > 0) hasRepeated = true;
    return first === -1 ? [] : cut.slice(first);
  }

  function look(cut: readonly CutUnit[]): readonly CutUnit[] {
    const list = cut.findIndex(({ text }) => headsSourceList.test(stripEmphasis(text)));
    if (list !== -1) isOver = true;
    const written = list === -1 ? cut : cut.slice(0, list);
    const units = withoutRepeats(written)
      // Of the first alone: where sources disagree, each needs its name.
      .map((unit, at) => (unitCount === 0 && at === 0 ? stripAttribution(unit) : unit));
    const [first] = units;
    if (unitCount === 0 && first !== undefined && saysNotCovered.test(first.text))
      found ??= { kind: 'not_covered' };
    unitCount += units.length;
    if (units.some(({ text }) => leaks().inUnits.push(`${text} `))) found = failed('leaked_instructions');
    return units;
  }

  return {
    take(next: NextPiece): readonly CutUnit[] {
      if (next.kind !== 'piece') isOver = true;
      if (next.kind === 'broke') fault = next.code;
      if (next.kind === 'ended') return look(cutter.end());
      if (next.kind === 'broke') return [];
      const piece = next.piece.slice(0, cuttingLimits.sentUnitsMax);
      const shown = cleaner.push(piece).slice(0, cuttingLimits.readUnitsMax);
      if (leaks().inText.push(shown)) found = failed('leaked_instructions');
      else if (echoes.push(shown)) found ??= failed('echoed_prompt');
      const units = look(cutter.push(piece));
      if (cutter.isFull()) {
        isOver = true;
        fault = 'too_long';
      }
      return units;
    },
    prepare: () => void leaks(),
    goesOn: () => !isOver,
    found: () => found,
    fault: () => fault,
    hasUnits: () => unitCount > 0,
    hasRepeated: () => hasRepeated,
  };
}
