import { QueueFullError } from '@avow/foundation';
import type { Screener } from '../screener.ts';
import { combineScreenings } from './combine-screenings.ts';
import { createPreparation } from './create-preparation.ts';
import { createScreenedText, type ScreenedText } from './create-screened-text.ts';
import { openInferenceQueue, type SupervisionLimits } from './open-inference-queue.ts';
import { parseScreenerAnswer } from './parse-screener-answer.ts';
import { verifyGraph } from './read-graph.ts';
import { nameScreenings, readScreenerManifest } from './read-screener-manifest.ts';
import { readTokeniser } from './read-tokeniser.ts';
import { type CallLimits, runTexts } from './run-texts.ts';
import type { ScreenerEvent, ScreenerLane } from './screener-event.ts';
import type { ScreenerRequest } from './screener-request.ts';

export interface EmbeddedScreenerOptions {
  /** Holds `manifest.json`, `vocab.txt`, and `model.onnx` or, compressed, `model.onnx.zst`. */
  readonly folder: string;
  /** Starts the processes now, so that the first call need not wait for them. */
  readonly preload?: boolean;
  /** That the windows of a call are shared out to, each with one thread: one. */
  readonly processes?: number;
  /** How many of them stay; the others are started on demand, and stopped when idle. Left out: all of them. */
  readonly processesKept?: number;
  readonly onEvent?: (event: ScreenerEvent) => void;
  readonly limits?: Partial<ScreenerLimits>;
  /** Where the graph is prepared for this machine if several processes run it, so that they share its weights. */
  readonly preparedFolder?: string | null;
  /** The module that the processes run; tests pass another one. */
  readonly processUrl?: URL;
}

/** A window takes as long as its tokens and so many more: 7 ms with 3 of them and 52 ms with 122, on one core. */
const tokensPerRequest = 12;

/**
 * A screener whose model comes with the product and runs on this machine, in a process that ends and is started again by
 * itself. Texts become tokens here, and the process takes one window on a text at a time: so the scores of a text do not
 * hang on what else is screened with it, others are screened between the windows of a long text, and a call that was aborted
 * holds the next one up for one window at most.
 * Fails with a `UserError` that names the file where one is missing or damaged.
 */
export async function openEmbeddedScreener(options: EmbeddedScreenerOptions): Promise<Screener> {
  const { folder, processes = 1, preload = false, onEvent = () => undefined } = options;
  const limits: ScreenerLimits = { ...screenerLimits, ...options.limits };
  const manifest = await readScreenerManifest(folder);
  const tokeniser = await readTokeniser(folder, manifest);
  // The processes verify what they load; this check informs the operator at startup instead of at the first question.
  await verifyGraph(folder, manifest);

  const preparation = createPreparation(
    { folder, manifest, preparedFolder: processes > 1 ? options.preparedFolder : null },
    { isDueAnyway: preload },
  );
  const lane = openInferenceQueue<ScreenerLane, ScreenerRequest, unknown>({
    owner: 'screener',
    lane: 'screening',
    toLoad: { folder, manifest, threads: 1, preparedFolder: preparation.preparedFolder },
    processUrl: options.processUrl ?? new URL('./screener-process.ts', import.meta.url),
    urgency: 'waited_for',
    processes,
    kept: options.processesKept ?? processes,
    prepare: preparation.prepare,
    waitingMax: limits.waitingMax,
    ownerWaitingMax: limits.ownerWaitingMax,
    // A window each, since a long text must not keep short ones waiting; and several short ones for a long one.
    requestsPerTurn: 1,
    costOf: ({ ids }) => tokensPerRequest + ids.length,
    hangMs: limits.hangMs,
    idleMs: limits.furtherIdleMs,
    limits,
    onEvent,
  });
  if (preload) lane.start();

  const onNonsense = () => onEvent({ lane: 'screening', kind: 'failed', detail: 'invalid scores' });
  const temperatures = {
    injection: manifest.injection_temperature,
    unsafe: manifest.unsafe_temperature,
    tags: manifest.tags_temperature,
  };
  /** Null where it is too long: what it is up to may stand in what would be left out. */
  const toSequence = (text: string): ScreenedText | null => {
    if (text.length > limits.textUnitsMax) return null;
    const screened = createScreenedText(text, tokeniser, { tokensMax: manifest.tokens_max });
    return screened.windows.length > limits.textWindowsMax ? null : screened;
  };

  return {
    name: nameScreenings(manifest),
    screen: async (texts, { signal, owner, isBackground }) => {
      // What is screened is waited for: a text must not go unscreened because others are.
      const found = await runTexts({ lane, workload: null, limits, onNonsense }, texts, {
        ...{ signal, owner, isBackground, deadlineMs: null },
        toSequence,
        toRequests: ({ windows }) => windows.map(({ ids, capitals }) => ({ ids, capitals })),
        check: parseScreenerAnswer,
      });
      if (found === 'busy') throw new QueueFullError('too many texts wait to be screened');
      return (
        found?.map(({ sequence, answers }) => combineScreenings(sequence, answers, temperatures)) ?? null
      );
    },
    close: async () => {
      await Promise.all([lane.close(), preparation.close()]);
    },
  };
}

const mebibyte = 1024 * 1024;

/** The limits of screening. */
interface ScreenerLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. With a longer one, a call gives null. */
  readonly textUnitsMax: number;
  /** Of one text. With a longer one, a call gives null. */
  readonly textWindowsMax: number;
  /** Windows, of all calls and of those of one owner. With more, a call is refused. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
  /** A process beyond those that stay is stopped after this idle time. */
  readonly furtherIdleMs: number;
}

const screenerLimits: ScreenerLimits = {
  textsMax: 128,
  // The longest prompt that a service may be set to take is screened whole, whatever it is written in.
  textUnitsMax: 64_000,
  textWindowsMax: 512,
  callTokensMax: 262_144,
  waitingMax: 65_536,
  ownerWaitingMax: 8_192,
  // A window takes some 50 ms: one that takes so much longer is not merely waiting for a busy processor.
  hangMs: 20_000,
  furtherIdleMs: 300_000,
  startMs: 120_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 512 * mebibyte,
};
