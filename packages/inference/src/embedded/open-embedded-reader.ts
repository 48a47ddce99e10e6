import type { Reader } from '../reader.ts';
import { combineJudgements, combineReadings } from './combine-windows.ts';
import { createReaderSequences, type TextSequence } from './create-reader-sequences.ts';
import { createWorkload } from './create-workload.ts';
import { openWindows, type WindowLimits, type WindowModelOptions, windowLimits } from './open-windows.ts';
import { parseReaderAnswer } from './parse-reader-answer.ts';
import { verifyGraph } from './read-graph.ts';
import { nameScores, readReaderManifest } from './read-reader-manifest.ts';
import { readTokeniser } from './read-tokeniser.ts';
import type { ReaderLane } from './reader-event.ts';
import type { ReaderRequest, ReaderTask } from './reader-request.ts';
import { runTexts, type TextRunDependencies } from './run-texts.ts';

export type EmbeddedReaderOptions = WindowModelOptions<ReaderLane, ReaderLimits>;

/** What is read on the chance that it is needed leaves so many of the processes to others. */
const keptFreeShare = 0.5;

/**
 * A reader whose model comes with the product and runs on this machine, in processes that end and are started again by
 * themselves. Texts become tokens here, and each process takes one window on a text at a time: so one call uses all of
 * them, and a call that ran out of time holds the next one up for one window at most. Fails with a `UserError` that names
 * the file where one is missing or damaged.
 */
export async function openEmbeddedReader(options: EmbeddedReaderOptions): Promise<Reader> {
  const { folder, processes = 1 } = options;
  const limits: ReaderLimits = { ...readerLimits, ...options.limits };
  const manifest = await readReaderManifest(folder);
  const tokeniser = await readTokeniser(folder, manifest);
  const sequences = createReaderSequences(tokeniser, { tokensMax: manifest.tokens_max });
  // The processes verify what they load; this check informs the operator at startup instead of at the first question.
  await verifyGraph(folder, manifest);

  const windows = openWindows<ReaderLane, ReaderRequest>(
    {
      ...{ owner: 'reader', lane: 'reading', manifest, limits, requestsPerTurn: limits.requestsPerTurn },
      processUrl: new URL('./reader-process.ts', import.meta.url),
    },
    options,
  );
  const { lane, onNonsense } = windows;

  const workload = createWorkload({ processes, now: () => performance.now() });
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
    close: windows.close,
  };
}

/** One task for all texts of a call. */
async function runTask<Text, Task extends ReaderTask>(
  parts: TextRunDependencies<ReaderRequest>,
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

/** The limits of reading. */
interface ReaderLimits extends WindowLimits {
  /** Of one text, in UTF-16 units. What is longer is read up to there. */
  readonly textUnitsMax: number;
  /** Of one passage or evidence: it is read up to there. */
  readonly textTokensMax: number;
  /** Most calls are read whole before it is another owner's turn. */
  readonly requestsPerTurn: number;
}

const readerLimits: ReaderLimits = {
  ...windowLimits,
  textUnitsMax: 100_000,
  textTokensMax: 2_048,
  requestsPerTurn: 8,
};
