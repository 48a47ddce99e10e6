import { setTimeout as sleep } from 'node:timers/promises';
import type { Encoder } from '../interfaces/encoder.ts';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { PassageSearch, VectorProgress, WaitingPassage } from '../interfaces/passage-search.ts';

export interface EncodeParts {
  readonly search: PassageSearch;
  readonly encoder: Encoder;
}

export interface EncodeWish {
  readonly signal: AbortSignal;
  /** Resolves when the processor may be taken for a while. */
  readonly mayGoOn: () => Promise<void>;
  readonly onProgress: (progress: VectorProgress) => void;
}

const batchSize = 128;
/** Looking for what waits costs more than one batch needs. */
const listedAtOnce = 4 * batchSize;

/** Gives vectors to all passages of a version that have none. False where it was told to stop before the end. */
export async function encodeVersion(
  { search, encoder }: EncodeParts,
  tenantId: TenantId,
  pack: PackVersion,
  wish: EncodeWish,
): Promise<boolean> {
  const wanted = { pack, encoder: encoder.name };
  let { done, total } = await search.vectorProgress(tenantId, wanted);
  wish.onProgress({ done, total });
  for (;;) {
    const waiting = await search.listWaiting(tenantId, { ...wanted, limit: listedAtOnce });
    if (waiting.length === 0) return true;
    for (const batch of batchesOf(waiting)) {
      await wish.mayGoOn();
      if (wish.signal.aborted) return false;
      const vectors = await encoder.encodePassages(batch.map(({ text }) => text));
      const given = batch.flatMap(({ key }, position) => {
        const vector = vectors[position];
        return vector === undefined ? [] : [{ key, vector }];
      });
      // Without this the same passages would be listed for ever.
      if (given.length < batch.length)
        throw new Error('the encoder gave fewer vectors than it was given texts');
      await search.addVectors(tenantId, { ...wanted, vectors: given });
      done = Math.min(total, done + batch.length);
      wish.onProgress({ done, total });
    }
  }
}

function batchesOf(waiting: readonly WaitingPassage[]): WaitingPassage[][] {
  // Texts of about the same length make a batch that wastes no work on padding.
  const sorted = waiting.toSorted((one, other) => one.text.length - other.text.length);
  return Array.from({ length: Math.ceil(sorted.length / batchSize) }, (_, batch) =>
    sorted.slice(batch * batchSize, (batch + 1) * batchSize),
  );
}

/** A version that is served, and to whom. */
export interface ServedPack {
  readonly tenantId: TenantId;
  readonly pack: PackVersion;
}

export interface EncodeLoopParts extends EncodeParts {
  readonly listServed: () => Promise<readonly ServedPack[]>;
  /** When the version was published: the newest goes first. */
  readonly publishedAtMs: (served: ServedPack) => Promise<number>;
  readonly hasQuestions: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

export interface EncodeLoop {
  /** Something was published: look now. */
  wake(): void;
  /** The version was made again from its texts, and its vectors may be gone. */
  lookAgain(served: ServedPack): void;
  stop(): Promise<void>;
}

/** What other processes publish is found by looking. */
const lookEveryMs = 10_000;
const backOffMs = { first: 1_000, most: 60_000 };
/** Questions go first, but under load without end passages have their turn too. */
const yieldMs = { step: 5, most: 1_000 };

/** Encodes in the background until it is stopped: whatever is published, newest first, and on after a restart. */
export function startEncoding(parts: EncodeLoopParts): EncodeLoop {
  const stopping = new AbortController();
  /** Versions never change: what was once complete need not be looked at again. */
  const complete = new Set<string>();
  /** Failed a moment ago: one that cannot be encoded must not keep the others from it. */
  const postponed = new Set<string>();
  let awake = new AbortController();

  async function rest(ms: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, awake.signal]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    awake = new AbortController();
  }

  /** Whether a version was worked on: another may have been published meanwhile, and goes first. */
  async function encodeNext(): Promise<boolean> {
    const served = await parts.listServed();
    const names = new Set(served.map(nameOf));
    for (const name of complete) if (!names.has(name)) complete.delete(name);
    const waiting = served.filter((one) => !complete.has(nameOf(one)));
    const fresh = waiting.filter((one) => !postponed.has(nameOf(one)));
    if (fresh.length === 0) postponed.clear();
    const next = await newestOf(parts, fresh.length > 0 ? fresh : waiting);
    if (next === undefined) return false;
    postponed.add(nameOf(next));
    const isDone = await encodeVersion(parts, next.tenantId, next.pack, {
      signal: AbortSignal.any([stopping.signal, awake.signal]),
      mayGoOn: () => letQuestionsPass(parts.hasQuestions),
      onProgress: () => undefined,
    });
    postponed.delete(nameOf(next));
    if (isDone) complete.add(nameOf(next));
    else awake = new AbortController();
    return true;
  }

  async function run(): Promise<void> {
    let backOff = backOffMs.first;
    while (!stopping.signal.aborted) {
      try {
        if (!(await encodeNext())) await rest(lookEveryMs);
        backOff = backOffMs.first;
      } catch (error) {
        if (stopping.signal.aborted) return;
        parts.onFailure(error);
        await rest(backOff);
        backOff = Math.min(backOffMs.most, backOff * 2);
      }
    }
  }

  const running = run();
  return {
    wake: () => awake.abort(),
    lookAgain: (served) => {
      complete.delete(nameOf(served));
      awake.abort();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function newestOf(
  { publishedAtMs }: Pick<EncodeLoopParts, 'publishedAtMs'>,
  served: readonly ServedPack[],
): Promise<ServedPack | undefined> {
  let newest: { readonly one: ServedPack; readonly atMs: number } | undefined;
  for (const one of served) {
    const atMs = await publishedAtMs(one);
    if (newest === undefined || atMs > newest.atMs) newest = { one, atMs };
  }
  return newest?.one;
}

function nameOf({ tenantId, pack }: ServedPack): string {
  return `${tenantId} ${pack.packId} ${pack.version}`;
}

async function letQuestionsPass(hasQuestions: () => boolean): Promise<void> {
  const untilMs = performance.now() + yieldMs.most;
  while (hasQuestions() && performance.now() < untilMs) await sleep(yieldMs.step);
}
