import { setTimeout as sleep } from 'node:timers/promises';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageSearch } from '@avow/search';
import { embedPassages } from './embed-passages.ts';

/** Embeds what is new in a staged version, as far as a publication waits for it. Never rejects. */
export type EmbedBeforeServing = (
  tenantId: TenantId,
  staged: { readonly pack: PackVersion; readonly signal: AbortSignal },
) => Promise<void>;

/** What a person writes in a day; of a large load, the curated questions in it. */
const passagesMax = 512;
/** Busy machines take their time to start the encoder. */
const defaultWaitMs = 30_000;

/**
 * What somebody has just published must answer from the first question on, in other words too: semantic search finds it once it is
 * embedded. What is left after this many passages, or this time, is embedded while keyword search finds it already.
 */
export function createEmbedBeforeServing({
  search,
  encoder,
  waitMs = defaultWaitMs,
}: {
  readonly search: PassageSearch;
  readonly encoder: Encoder;
  readonly waitMs?: number;
}): EmbedBeforeServing {
  return async (tenantId, { pack, signal }) => {
    const served = new AbortController();
    const limit = AbortSignal.any([signal, served.signal]);
    const embedding = embedPassages({ search, encoder }, tenantId, pack, {
      signal: limit,
      passagesMax,
      waitUntilIdle: () => Promise.resolve(),
      onProgress: () => undefined,
      // Whatever is wrong, the background tries again, and reports it.
    }).catch(() => undefined);
    await Promise.race([embedding, sleep(waitMs, undefined, { signal: limit }).catch(() => undefined)]);
    served.abort();
  };
}
