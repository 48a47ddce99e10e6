import type { PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageSearch, VectorProgress, WaitingPassage } from '@avow/search';
import { type BackgroundLoop, startBackgroundLoop, yieldToQueries } from './background-loop.ts';

export interface EmbeddingDependencies {
  readonly search: PassageSearch;
  readonly encoder: Encoder;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Resolves when the processor is free for the next batch. */
  readonly waitUntilIdle: () => Promise<void>;
  readonly onProgress: (progress: VectorProgress) => void;
  /** Ends after so many, curated questions first; left out: all are embedded. */
  readonly passagesMax?: number;
}

const batchSize = 128;
/** Listing is expensive, so one listing covers several batches. */
const listLimit = 4 * batchSize;

/** Embeds the passages of a version that have no vector yet. False if it was stopped before the end. */
export async function embedPassages(
  { search, encoder }: EmbeddingDependencies,
  tenantId: TenantId,
  pack: PackVersion,
  options: EmbedOptions,
): Promise<boolean> {
  const wanted = { pack, encoder: encoder.name };
  let { done, total } = await search.vectorProgress(tenantId, wanted);
  let left = options.passagesMax ?? Number.POSITIVE_INFINITY;
  options.onProgress({ done, total });
  while (left > 0) {
    const waiting = await search.listWaiting(tenantId, { ...wanted, limit: Math.min(left, listLimit) });
    if (waiting.length === 0) break;
    left -= waiting.length;
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
  return true;
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

export interface EmbeddingWork extends EmbeddingDependencies {
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

export type EmbeddingLoop = BackgroundLoop<ServedPack>;

/**
 * Embeds served versions in the background until it is stopped, newest first, and resumes after a restart. Versions are
 * immutable: a complete one need not be checked again, unless its files were rebuilt and its vectors may be gone.
 */
export function startEmbedding(parts: EmbeddingWork): EmbeddingLoop {
  return startBackgroundLoop({
    listItems: parts.listServed,
    nameOf: ({ tenantId, pack }) => `${tenantId} ${pack.packId} ${pack.version}`,
    newAtMs: parts.publishedAtMs,
    work: (served, stopped) => {
      const embedHere = (...lost: readonly AbortSignal[]) =>
        embedPassages(parts, served.tenantId, served.pack, {
          signal: AbortSignal.any([stopped, ...lost]),
          waitUntilIdle: () => yieldToQueries(parts.hasQuestions),
          onProgress: () => undefined,
        });
      return parts.embedForAll?.(served, embedHere) ?? embedHere();
    },
    isShared: parts.embedForAll !== undefined,
    onFailure: parts.onFailure,
  });
}
