import { join } from 'node:path';
import type { Encoder, QuestionCall } from '../encoder.ts';
import type { InferenceQueue } from './create-inference-queue.ts';
import { createPreparation, type Preparation } from './create-preparation.ts';
import type { EncodingRequest } from './encode-texts.ts';
import type { EncoderEvent, EncoderLane } from './encoder-event.ts';
import { type EncoderLimits, encoderLimits } from './encoder-limits.ts';
import { openInferenceQueue } from './open-inference-queue.ts';
import { type EncoderManifest, nameVectors, readEncoderManifest } from './read-encoder-manifest.ts';
import { verifyGraph } from './read-graph.ts';
import { readVerifiedFile } from './read-verified-file.ts';

/** Passages could not be encoded. The message contains nothing of their text. */
class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

export interface EmbeddedEncoderOptions {
  /** Holds `manifest.json`, `vocab.txt`, and `model.onnx` or, compressed, `model.onnx.zst`. */
  readonly folder: string;
  /** Starts the process for questions now, so that the first question need not wait for it. */
  readonly preload?: boolean;
  /** Processes that passages are shared out to: one. */
  readonly passageProcesses?: number;
  /** Of each process. More than one was slower than one wherever the processors had something else to do. */
  readonly threads?: number;
  readonly onEvent?: (event: EncoderEvent) => void;
  readonly limits?: Partial<EncoderLimits>;
  /** Where the graph is prepared for this machine if several processes encode passages, so that they share its weights. */
  readonly preparedFolder?: string | null;
  /** The module that the processes run; tests pass another one. */
  readonly processUrl?: URL;
}

type EncodingLane = InferenceQueue<EncodingRequest, Float32Array>;

interface EncoderDependencies {
  readonly options: EmbeddedEncoderOptions;
  readonly passageProcesses: number;
  readonly limits: EncoderLimits;
  readonly manifest: EncoderManifest;
  readonly preparation: Preparation;
}

/**
 * An encoder whose model comes with the product and runs on this machine: questions in one process, so that they never
 * wait for passages, and passages in another. A text that is longer than the model can read is cut at its last token.
 * Fails with a `UserError` that names the file where one is missing or damaged.
 */
export async function openEmbeddedEncoder(options: EmbeddedEncoderOptions): Promise<Encoder> {
  const { folder } = options;
  const limits: EncoderLimits = { ...encoderLimits, ...options.limits };
  const manifest = await readEncoderManifest(folder);
  // The process verifies what it loads; this check informs the operator at startup instead of at the first question.
  await readVerifiedFile(join(folder, 'vocab.txt'), manifest.files['vocab.txt']);
  await verifyGraph(folder, manifest);

  const { passageProcesses = 1 } = options;
  const preparation = createPreparation(
    { folder, manifest, preparedFolder: passageProcesses > 1 ? options.preparedFolder : null },
    { isDueAnyway: false },
  );
  const parts = { options, passageProcesses, limits, manifest, preparation };
  const questions = openLane('questions', parts);
  const passages = openLane('passages', parts);
  if (options.preload === true) questions.start();
  return {
    name: nameVectors(manifest),
    dimensions: manifest.dimensions,
    encodeQuestion: (text, call) => encodeQuestion(questions, { ...call, text, limits }),
    encodePassages: (texts, { owner }) => encodePassages(passages, { texts, owner }, parts),
    close: async () => {
      await Promise.all([questions, passages, preparation].map((part) => part.close()));
    },
  };
}

function openLane(lane: EncoderLane, { options, passageProcesses, limits, ...parts }: EncoderDependencies) {
  const { manifest, preparation } = parts;
  const { preparedFolder, prepare } = preparation;
  const isForQuestions = lane === 'questions';
  const processes = isForQuestions ? 1 : passageProcesses;
  return openInferenceQueue<EncoderLane, EncodingRequest, Float32Array>({
    owner: 'encoder',
    lane,
    toLoad: { folder: options.folder, manifest, threads: options.threads ?? 1, preparedFolder },
    processUrl: options.processUrl ?? new URL('./encoder-process.ts', import.meta.url),
    urgency: isForQuestions ? 'waited_for' : 'background',
    processes,
    kept: isForQuestions ? 1 : 0,
    prepare,
    // A call has a request with each process at most.
    waitingMax: isForQuestions ? limits.questionsWaitingMax : limits.passageCallsWaitingMax * processes,
    ownerWaitingMax: isForQuestions
      ? limits.ownerQuestionsWaitingMax
      : limits.ownerPassageCallsWaitingMax * processes,
    requestsPerTurn: 1,
    hangMs: isForQuestions ? limits.questionHangMs : limits.passagesHangMs,
    idleMs: limits.passagesIdleMs,
    limits,
    onEvent: options.onEvent ?? (() => undefined),
  });
}

async function encodeQuestion(
  lane: EncodingLane,
  asked: QuestionCall & { readonly text: string; readonly limits: EncoderLimits },
): Promise<Float32Array | null> {
  if (asked.text.length > asked.limits.textUnitsMax) return null;
  const task = lane.submit({ texts: [asked.text], use: 'question' }, { owner: asked.owner });
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    task.cancel();
    resolve(null);
  }, asked.timeoutMs);
  const outcome = await Promise.race([task.outcome, late]);
  clearTimeout(timer);
  return outcome?.kind === 'answered' ? outcome.answer : null;
}

async function encodePassages(
  lane: EncodingLane,
  { texts, owner }: { readonly texts: readonly string[]; readonly owner: string },
  { passageProcesses, limits, manifest: { dimensions } }: EncoderDependencies,
): Promise<Float32Array[]> {
  if (texts.length > limits.passagesMax)
    throw new EncodingError(`At most ${limits.passagesMax} passages are encoded in one call.`);
  if (texts.some((text) => text.length > limits.textUnitsMax))
    throw new EncodingError(`A passage has more than ${limits.textUnitsMax} characters.`);
  const vectors = new Array<Float32Array>(texts.length);
  let next = 0;
  // Every request waits for its turn, so a short call does not wait for a long one.
  const takeInTurn = async (): Promise<void> => {
    while (next < texts.length) {
      const first = next;
      next += limits.passagesPerRequest;
      const some = texts.slice(first, next);
      const outcome = await lane.submit({ texts: some, use: 'passage' }, { owner }).outcome;
      if (outcome.kind === 'failed') {
        next = texts.length;
        throw new EncodingError(`The passages are not encoded: ${outcome.reason}.`);
      }
      for (const at of some.keys())
        vectors[first + at] = outcome.answer.slice(at * dimensions, (at + 1) * dimensions);
    }
  };
  await Promise.all(Array.from({ length: passageProcesses }, takeInTurn));
  return vectors;
}
