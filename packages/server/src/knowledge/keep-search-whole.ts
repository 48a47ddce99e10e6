import { AppError } from '../errors/app-error.ts';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { PassageHit, PassageQuery, PassageSearch } from '../interfaces/passage-search.ts';
import { brokenVersionOf, isMendable, searchFaultOf } from './mendable-search.ts';
import type { PackWork } from './pack-work.ts';
import { stageWhole } from './stage-version.ts';

export interface KeepSearchParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
  readonly alone: PackWork;
  /** Told of versions that could not be made again; the next question that misses them tries once more. */
  readonly onFailure: (error: unknown, pack: PackVersion) => void;
  readonly onMended: (tenantId: TenantId, pack: PackVersion) => void;
}

interface FoundPassages {
  /** For each query, in order. */
  readonly hits: ReadonlyArray<readonly PassageHit[]>;
  /** The versions that were searched. */
  readonly packs: readonly PackVersion[];
  /** False where a served version was left out because the search does not have it at the moment. */
  readonly isWhole: boolean;
}

/** A search whose files may be lost: they are made from the store, and are made again from it. */
export interface WholeSearch {
  /** `listAgain` gives the versions that are served now, for where one of those named is gone. */
  find(
    tenantId: TenantId,
    queries: readonly PassageQuery[],
    listAgain: () => Promise<PackVersion[]>,
  ): Promise<FoundPassages>;
  /** Makes the version searchable where it is not. False where the store no longer has it. */
  ensure(tenantId: TenantId, pack: PackVersion): Promise<boolean>;
  /** The same, without waiting for it. */
  mendLater(tenantId: TenantId, pack: PackVersion): void;
  /** Looks after every served version of these tenants. */
  ensureAll(tenantIds: readonly TenantId[]): Promise<void>;
  stop(): Promise<void>;
}

const retryAfterSeconds = 5;
/** More than one version is rarely broken, and each look costs a search. */
const looksMax = 4;

export function keepSearchWhole(parts: KeepSearchParts): WholeSearch {
  const { search } = parts;
  const stopping = new AbortController();
  const mending = new Map<string, Promise<boolean>>();

  /** One at a time for each version, however many questions miss it. */
  function mend(tenantId: TenantId, pack: PackVersion): Promise<boolean> {
    const name = `${tenantId} ${pack.packId} ${pack.version}`;
    const underWay = mending.get(name) ?? stageAgain(parts, tenantId, pack, stopping.signal);
    mending.set(name, underWay);
    return underWay.finally(() => mending.delete(name));
  }

  function mendLater(tenantId: TenantId, pack: PackVersion): void {
    mend(tenantId, pack).catch((error: unknown) => {
      if (!stopping.signal.aborted) parts.onFailure(error, pack);
    });
  }

  /** Those that can be searched; the others are made again while the question is answered without them. */
  async function leaveOutBroken(
    tenantId: TenantId,
    packs: readonly PackVersion[],
    error: unknown,
  ): Promise<PackVersion[]> {
    const broken = brokenVersionOf(error);
    const usable = await Promise.all(
      packs.map(async (pack) => !isSame(pack, broken) && (await search.hasVersion(tenantId, pack))),
    );
    const left = packs.filter((_, position) => usable[position]);
    for (const pack of packs) if (!left.includes(pack)) mendLater(tenantId, pack);
    return left;
  }

  return {
    find: (tenantId, queries, listAgain) =>
      findWhole({ search, leaveOutBroken }, tenantId, queries, listAgain),
    ensure: async (tenantId, pack) =>
      (await search.hasVersion(tenantId, pack)) || (await mend(tenantId, pack)),
    mendLater,
    ensureAll: async (tenantIds) => {
      for (const tenantId of tenantIds) {
        for (const pack of await parts.knowledge.listServed(tenantId)) {
          if (stopping.signal.aborted) return;
          if (await search.hasVersion(tenantId, pack)) continue;
          await mend(tenantId, pack).catch((error: unknown) => {
            if (!stopping.signal.aborted) parts.onFailure(error, pack);
          });
        }
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(mending.values());
    },
  };
}

interface FindParts {
  readonly search: PassageSearch;
  readonly leaveOutBroken: (
    tenantId: TenantId,
    packs: readonly PackVersion[],
    error: unknown,
  ) => Promise<PackVersion[]>;
}

async function findWhole(
  { search, leaveOutBroken }: FindParts,
  ...[tenantId, queries, listAgain]: Parameters<WholeSearch['find']>
): Promise<FoundPassages> {
  let packs: readonly PackVersion[] = queries[0]?.packs ?? [];
  let isWhole = true;
  for (let looks = 1; ; looks += 1) {
    try {
      const hits = await Promise.all(queries.map((query) => search.search(tenantId, { ...query, packs })));
      return { hits, packs, isWhole };
    } catch (error) {
      if (!isMendable(error) || looks === looksMax) throw asAppError(error);
      const current: readonly PackVersion[] = isWhole ? await listAgain() : packs;
      packs = await leaveOutBroken(tenantId, current, error);
      isWhole = isWhole && packs.length === current.length;
      // To say that nothing is known would be untrue: what is known cannot be looked at yet.
      if (packs.length === 0 && current.length > 0)
        throw new AppError('overloaded', {
          detail: 'The search is being made ready. Try again in a moment.',
          retryAfterSeconds,
          cause: error,
        });
    }
  }
}

function asAppError(error: unknown): unknown {
  switch (searchFaultOf(error)) {
    case 'overloaded':
      return new AppError('overloaded', {
        detail: 'Too many searches wait.',
        retryAfterSeconds: 1,
        cause: error,
      });
    case 'timeout':
      return new AppError('deadline_exceeded', { detail: 'The search took too long.', cause: error });
    default:
      return error;
  }
}

function isSame(one: PackVersion, other: PackVersion | null): boolean {
  return one.packId === other?.packId && one.version === other.version;
}

async function stageAgain(
  { knowledge, search, alone, onMended }: KeepSearchParts,
  tenantId: TenantId,
  pack: PackVersion,
  signal: AbortSignal,
): Promise<boolean> {
  return await alone(pack.packId, signal, async () => {
    const names = await knowledge.listVersionRevisions(tenantId, pack);
    if (names === null) return false;
    const wish = { pack, names, signal, onProgress: () => undefined };
    if ((await stageWhole({ knowledge, search }, tenantId, wish)) === null) return false;
    onMended(tenantId, pack);
    return true;
  });
}
