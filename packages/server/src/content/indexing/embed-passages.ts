import { setTimeout as sleep } from 'node:timers/promises';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageSearch, VectorProgress, WaitingPassage } from '@avow/search';

export interface EmbedParts {
  readonly search: PassageSearch;
  readonly encoder: Encoder;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Resolves when the processor is free for the next batch. */
  readonly waitUntilIdle: () => Promise<void>;
  readonly onProgress: (progress: VectorProgress) => void;
}

const batchSize = 128;
/** Listing is expensive, so one listing covers several batches. */
const listLimit = 4 * batchSize;

/** Embeds all passages of a version that have no vector yet. False if it was stopped before the end. */
export async function embedPassages(
  { search, encoder }: EmbedParts,
  tenantId: TenantId,
  pack: PackVersion,
  options: EmbedOptions,
): Promise<boolean> {
  const wanted = { pack, encoder: encoder.name };
  let { done, total } = await search.vectorProgress(tenantId, wanted);
  options.onProgress({ done, total });
  for (;;) {
    const waiting = await search.listWaiting(tenantId, { ...wanted, limit: listLimit });
    if (waiting.length === 0) return true;
    for (const batch of splitIntoBatches(waiting)) {
      await options.waitUntilIdle();
      if (options.signal.aborted) return false;
      const texts = batch.map(({ text }) => text);
      const vectors = await encoder.encodePassages(texts, { owner: tenantId });
      const given = batch.flatMap(({ key }, position) => {
        const vector = vectors[position];
        return vector === undefined ? [] : [{ key, vector }];
      });
      // Without this check the same passages would be listed forever.
      if (given.length < batch.length) throw new Error('the encoder returned fewer vectors than texts');
      await search.addVectors(tenantId, { ...wanted, vectors: given });
      done = Math.min(total, done + batch.length);
      options.onProgress({ done, total });
    }
  }
}

function splitIntoBatches(waiting: readonly WaitingPassage[]): WaitingPassage[][] {
  // Batching texts of similar length avoids wasting work on padding.
  const sorted = waiting.toSorted((one, other) => one.text.length - other.text.length);
  return Array.from({ length: Math.ceil(sorted.length / batchSize) }, (_, batch) =>
    sorted.slice(batch * batchSize, (batch + 1) * batchSize),
  );
}

/** A served version and its tenant. */
export interface ServedPack {
  readonly tenantId: TenantId;
  readonly pack: PackVersion;
}

export interface EmbeddingLoopParts extends EmbedParts {
  readonly listServed: () => Promise<readonly ServedPack[]>;
  /** When the version was published: the newest is embedded first. */
  readonly publishedAtMs: (served: ServedPack) => Promise<number>;
  readonly hasQuestions: () => boolean;
  /**
   * Embeds a version for all nodes that share it. True: its vectors are here. False: it was stopped, or another node does it.
   * Omitted: nobody else needs them. The signal ends it when another node may have taken it over.
   */
  readonly embedForAll?: (
    served: ServedPack,
    embedHere: (lost: AbortSignal) => Promise<boolean>,
  ) => Promise<boolean>;
  /** Called with the version that could not be embedded, or without one if the versions could not be listed. */
  readonly onFailure: (error: unknown, served?: ServedPack) => void;
}

export interface EmbeddingLoop {
  /** Looks for new versions immediately, after a publication. */
  wake(): void;
  /** Checks a version again whose files were rebuilt, because its vectors may be gone. */
  recheck(served: ServedPack): void;
  stop(): Promise<void>;
}

/** Versions published by other processes are found by polling. */
const lookEveryMs = 10_000;
const backOffMs = { first: 1_000, most: 60_000 };
/** Queries have priority, but under constant load passages must still make progress. */
const yieldMs = { step: 5, most: 1_000 };

/** Embeds served versions in the background until it is stopped, newest first, and resumes after a restart. */
export function startEmbedding(parts: EmbeddingLoopParts): EmbeddingLoop {
  const stopping = new AbortController();
  /** Versions are immutable: a complete one need not be checked again. */
  const complete = new Set<string>();
  /** Failed recently: a version that cannot be embedded must not block the others. */
  const postponed = new Set<string>();
  let awake = new AbortController();

  async function pause(ms: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, awake.signal]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    awake = new AbortController();
  }

  /** `worked`: look again, because a newer version may have been published. */
  async function embedNext(): Promise<'worked' | 'failed' | 'idle'> {
    const served = await parts.listServed();
    const names = new Set(served.map(nameOf));
    for (const name of complete) if (!names.has(name)) complete.delete(name);
    const waiting = served.filter((one) => !complete.has(nameOf(one)));
    const fresh = waiting.filter((one) => !postponed.has(nameOf(one)));
    if (fresh.length === 0) postponed.clear();
    const next = await newestOf(parts, fresh.length > 0 ? fresh : waiting);
    if (next === undefined) return 'idle';
    postponed.add(nameOf(next));
    try {
      const embedHere = (...lost: readonly AbortSignal[]) =>
        embedPassages(parts, next.tenantId, next.pack, {
          signal: AbortSignal.any([stopping.signal, awake.signal, ...lost]),
          waitUntilIdle: () => yieldToQueries(parts.hasQuestions),
          onProgress: () => undefined,
        });
      const isDone = await (parts.embedForAll?.(next, embedHere) ?? embedHere());
      if (isDone) complete.add(nameOf(next));
      // Another node embeds it: what it has is looked for again after a while.
      else if (parts.embedForAll !== undefined && !awake.signal.aborted)
        return fresh.length > 1 ? 'worked' : 'idle';
      else awake = new AbortController();
    } catch (error) {
      if (stopping.signal.aborted) return 'worked';
      // A version that was deleted or replaced in the meantime needs no vectors.
      const isServed = (await parts.listServed()).some((one) => nameOf(one) === nameOf(next));
      if (isServed) {
        parts.onFailure(error, next);
        return 'failed';
      }
    }
    postponed.delete(nameOf(next));
    return 'worked';
  }

  async function run(): Promise<void> {
    let backOff = backOffMs.first;
    while (!stopping.signal.aborted) {
      const outcome = await embedNext().catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.onFailure(error);
        return 'failed' as const;
      });
      if (outcome === 'failed') {
        await pause(backOff);
        backOff = Math.min(backOffMs.most, backOff * 2);
      } else {
        backOff = backOffMs.first;
        if (outcome === 'idle') await pause(lookEveryMs);
      }
    }
  }

  const running = run();
  return {
    wake: () => awake.abort(),
    recheck: (served) => {
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
  { publishedAtMs }: Pick<EmbeddingLoopParts, 'publishedAtMs'>,
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

async function yieldToQueries(hasQuestions: () => boolean): Promise<void> {
  const untilMs = performance.now() + yieldMs.most;
  while (hasQuestions() && performance.now() < untilMs) await sleep(yieldMs.step);
}
