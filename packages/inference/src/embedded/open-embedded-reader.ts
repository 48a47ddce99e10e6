import type { Reader } from '../reader.ts';
import { combineJudgements, combineReadings } from './combine-windows.ts';
import { createPreparation } from './create-preparation.ts';
import { createReaderSequences, type TextSequence } from './create-reader-sequences.ts';
import { createWorkload } from './create-workload.ts';
import { openInferenceQueue, type SupervisionLimits } from './open-inference-queue.ts';
import { parseReaderAnswer } from './parse-reader-answer.ts';
import { verifyGraph } from './read-graph.ts';
import { nameScores, readReaderManifest } from './read-reader-manifest.ts';
import { readTokeniser } from './read-tokeniser.ts';
import type { ReaderEvent, ReaderLane } from './reader-event.ts';
import type { ReaderRequest, ReaderTask } from './reader-request.ts';
import { type CallLimits, runTexts, type TextRunParts } from './run-texts.ts';

export interface EmbeddedReaderOptions {
  /** Holds `manifest.json`, `vocab.txt`, and `model.onnx` or, compressed, `model.onnx.zst`. */
  readonly folder: string;
  /** Starts the processes now, so that the first call need not wait for them. */
  readonly preload?: boolean;
  /** Processes that the texts of a call are shared out to: one. */
  readonly processes?: number;
  /** How many of them stay; the others are started on demand, and stopped when idle. Left out: all of them. */
  readonly processesKept?: number;
  /** Of each process. Several processes make better use of the cores than several threads. */
  readonly threads?: number;
  readonly onEvent?: (event: ReaderEvent) => void;
  readonly limits?: Partial<ReaderLimits>;
  /** Where the graph is prepared for this machine if several processes run it, so that they share its weights. */
  readonly preparedFolder?: string | null;
  /** The module that the processes run; tests pass another one. */
  readonly processUrl?: URL;
}

/** What is read on the chance that it is needed leaves so many of the processes to others. */
const keptFreeShare = 0.5;

/**
 * A reader whose model comes with the product and runs on this machine, in processes that end and are started again by
 * themselves. Texts become tokens here, and each process takes one window on a text at a time: so one call uses all of
 * them, and a call that ran out of time holds the next one up for one window at most. Fails with a `UserError` that names
 * the file where one is missing or damaged.
 */
export async function openEmbeddedReader(options: EmbeddedReaderOptions): Promise<Reader> {
  const { folder, processes = 1, preload = false } = options;
  const limits: ReaderLimits = { ...readerLimits, ...options.limits };
  const onEvent = options.onEvent ?? (() => undefined);
  const manifest = await readReaderManifest(folder);
  const tokeniser = await readTokeniser(folder, manifest);
  const sequences = createReaderSequences(tokeniser, { tokensMax: manifest.tokens_max });
  // The processes verify what they load; this check informs the operator at startup instead of at the first question.
  await verifyGraph(folder, manifest);

  const preparation = createPreparation(
    { folder, manifest, preparedFolder: processes > 1 ? options.preparedFolder : null },
    { isDueAnyway: preload },
  );
  const lane = openInferenceQueue<ReaderLane, ReaderRequest, unknown>({
    owner: 'reader',
    lane: 'reading',
    toLoad: { folder, manifest, threads: options.threads ?? 1, preparedFolder: preparation.preparedFolder },
    processUrl: options.processUrl ?? new URL('./reader-process.ts', import.meta.url),
    urgency: 'waited_for',
    processes,
    kept: options.processesKept ?? processes,
    prepare: preparation.prepare,
    waitingMax: limits.waitingMax,
    ownerWaitingMax: limits.ownerWaitingMax,
    requestsPerTurn: limits.requestsPerTurn,
    hangMs: limits.hangMs,
    idleMs: limits.furtherIdleMs,
    limits,
    onEvent,
  });
  if (preload) lane.start();

  const workload = createWorkload({ processes, now: () => performance.now() });
  const onNonsense = () => onEvent({ lane: 'reading', kind: 'failed', detail: 'invalid scores' });
  const parts = { lane, workload, limits, onNonsense };
  const cut = (text: string) => text.slice(0, limits.textUnitsMax);
  const { textTokensMax } = limits;

  return {
    name: nameScores(manifest),
    read: async (question, passages, call) => {
      const toSequence = ({ context, text }: (typeof passages)[number]) =>
        sequences.toRead(cut(question), { context, text: cut(text) }, textTokensMax);
      const found = await runTask(parts, passages, { task: 'read', ...call, toSequence });
      return found?.map(({ sequence, answers }) => combineReadings(sequence, answers)) ?? null;
    },
    judge: async (claims, call) => {
      const toSequence = ({ claim, evidence }: (typeof claims)[number]) =>
        sequences.toJudge({ claim: cut(claim), evidence: cut(evidence) }, textTokensMax);
      const found = await runTask(parts, claims, { task: 'judge', ...call, toSequence });
      return found?.map(({ answers }) => combineJudgements(answers, manifest.judge_temperature)) ?? null;
    },
    spare: (wanted) => {
      lane.startFurther(wanted - lane.idle());
      return Math.max(0, Math.min(wanted, lane.idle() - Math.floor(processes * keptFreeShare)));
    },
    close: async () => {
      await Promise.all([lane.close(), preparation.close()]);
    },
  };
}

/** One task for all texts of a call. */
async function runTask<Text, Task extends ReaderTask>(
  parts: TextRunParts<ReaderRequest>,
  texts: readonly Text[],
  {
    task,
    timeoutMs,
    owner = '',
    ...asked
  }: {
    readonly task: Task;
    readonly timeoutMs: number;
    readonly owner?: string;
    readonly toSequence: (text: Text) => TextSequence;
  },
) {
  const deadlineMs = performance.now() + timeoutMs;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const found = await runTexts(parts, texts, {
    ...{ ...asked, signal: limit.signal, deadlineMs, owner },
    toRequests: ({ windows }) => windows.map(({ ids, secondSegmentAt }) => ({ task, ids, secondSegmentAt })),
    check: (request, answer) => parseReaderAnswer({ ...request, task }, answer),
  });
  clearTimeout(timer);
  return found === 'busy' ? null : found;
}

const mebibyte = 1024 * 1024;

/** The limits of reading. */
interface ReaderLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. What is longer is read up to there. */
  readonly textUnitsMax: number;
  /** Of one passage or evidence: it is read up to there. */
  readonly textTokensMax: number;
  /** Windows, of all calls and of those of one owner. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** Windows of a call that are read before it is another owner's turn: most calls are read whole. */
  readonly requestsPerTurn: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
  /** A process beyond those that stay is stopped after this idle time. */
  readonly furtherIdleMs: number;
}

const readerLimits: ReaderLimits = {
  textsMax: 128,
  textUnitsMax: 100_000,
  textTokensMax: 2_048,
  callTokensMax: 65_536,
  waitingMax: 65_536,
  ownerWaitingMax: 8_192,
  requestsPerTurn: 8,
  // A window takes some 50 ms: one that takes so much longer is not merely waiting for a busy processor.
  hangMs: 20_000,
  furtherIdleMs: 300_000,
  startMs: 120_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 768 * mebibyte,
};
