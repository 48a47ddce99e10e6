import type { EmbeddedShare } from '@avow/answering';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { PassageSearch, VectorProgress } from '@avow/search';

interface Watched {
  readonly progress: VectorProgress;
  readonly countedAtMs: number;
}

/** While vectors are added the share changes quickly; a complete version loses them only if its files are rebuilt. */
const knownForMs = { incomplete: 500, complete: 10_000 };
const versionsMax = 10_000;
/** What is not known is not taken to be complete. */
const unknown: VectorProgress = { done: 0, total: 1 };

export function createEmbeddingWatch({
  search,
  encoder,
}: {
  readonly search: Pick<PassageSearch, 'vectorProgress'>;
  /** The name of the encoder whose vectors count. */
  readonly encoder: string;
}): EmbeddedShare {
  const watched = new Map<string, Watched>();
  const counting = new Map<string, Promise<void>>();

  function count(name: string, tenantId: TenantId, pack: PackVersion): Promise<void> {
    const underWay =
      counting.get(name) ??
      search
        .vectorProgress(tenantId, { pack, encoder })
        .then((progress) => {
          if (watched.size >= versionsMax) watched.clear();
          watched.set(name, { progress, countedAtMs: performance.now() });
        })
        // A version that cannot be read is repaired by the search that needs it.
        .catch(() => void watched.delete(name))
        .finally(() => counting.delete(name));
    counting.set(name, underWay);
    return underWay;
  }

  async function progressOf(tenantId: TenantId, pack: PackVersion, waitMs: number): Promise<VectorProgress> {
    const name = `${tenantId} ${pack.packId} ${pack.version}`;
    const known = watched.get(name);
    if (known !== undefined && isFresh(known)) return known.progress;
    await atMost(waitMs, count(name, tenantId, pack));
    return watched.get(name)?.progress ?? unknown;
  }

  return {
    shareOf: async (tenantId, packs, waitMs) => {
      const all = await Promise.all(packs.map((pack) => progressOf(tenantId, pack, waitMs)));
      const done = all.reduce((sum, progress) => sum + progress.done, 0);
      const total = all.reduce((sum, progress) => sum + progress.total, 0);
      return done >= total ? 1 : Math.floor((done / total) * 100) / 100;
    },
  };
}

function isFresh({ progress: { done, total }, countedAtMs }: Watched): boolean {
  const keptMs = done < total ? knownForMs.incomplete : knownForMs.complete;
  return performance.now() - countedAtMs < keptMs;
}

async function atMost(timeoutMs: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
