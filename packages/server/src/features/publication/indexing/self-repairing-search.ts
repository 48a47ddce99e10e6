import type { FoundPassages } from '@avow/answering';
import type { PackVersion, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import type { WithPackLock } from '../../../limits/pack-lock.ts';
import type { SelfRepairingSearch } from '../publication.ts';
import { brokenVersionOf, isRepairable, searchFaultOf } from './search-faults.ts';
import { SplitFault, type StagingDependencies, stageDraft, stageFromScratch } from './stage-version.ts';

export interface RepairDependencies extends StagingDependencies {
  readonly alone: WithPackLock;
  /** Called for versions that could not be rebuilt; the next question that needs them tries again. */
  readonly onFailure: (error: unknown, pack: PackVersion) => void;
  readonly onRepaired: (tenantId: TenantId, pack: PackVersion) => void;
  /** Takes the files of the version from where its publisher has put them. False: they are not there. */
  readonly pull?: (tenantId: TenantId, pack: PackVersion, signal: AbortSignal) => Promise<boolean>;
}

const retryAfterSeconds = 5;
/** More than one broken version is rare, and each try costs a search. */
const triesMax = 4;

export function createSelfRepairingSearch(parts: RepairDependencies): SelfRepairingSearch {
  const { search } = parts;
  const stopping = new AbortController();
  const repairs = new Map<string, Promise<boolean>>();

  /** Runs one repair per version, however many questions need it. */
  function repair(tenantId: TenantId, pack: PackVersion): Promise<boolean> {
    const name = `${tenantId} ${pack.packId} ${pack.version}`;
    const underWay = repairs.get(name) ?? rebuildVersion(parts, tenantId, pack, stopping.signal);
    repairs.set(name, underWay);
    return underWay.finally(() => repairs.delete(name));
  }

  function repairLater(tenantId: TenantId, pack: PackVersion): void {
    repair(tenantId, pack).catch((error: unknown) => {
      if (!stopping.signal.aborted) parts.onFailure(error, pack);
    });
  }

  /** The searchable versions; the others are rebuilt while the question is answered without them. */
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
    for (const pack of packs) if (!left.includes(pack)) repairLater(tenantId, pack);
    return left;
  }

  return {
    find: (tenantId, queries, listAgain) =>
      findInAvailable({ search, leaveOutBroken }, tenantId, queries, listAgain),
    ensure: async (tenantId, pack) =>
      (await search.hasVersion(tenantId, pack)) || (await repair(tenantId, pack)) ? 'searchable' : 'gone',
    repairLater,
    stageDraft: (tenantId, options) => stageDraft(parts, tenantId, options).catch(reportSplitFault),
    ensureAll: async (tenantIds) => {
      for (const tenantId of tenantIds) {
        for (const pack of await parts.content.listServed(tenantId)) {
          if (stopping.signal.aborted) return;
          if (await search.hasVersion(tenantId, pack)) continue;
          await repair(tenantId, pack).catch((error: unknown) => {
            if (!stopping.signal.aborted) parts.onFailure(error, pack);
          });
        }
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(repairs.values());
    },
  };
}

function reportSplitFault(error: unknown): never {
  if (!(error instanceof SplitFault)) throw error;
  throw new AppError('pack_conflict', { detail: error.describe(), cause: error });
}

async function findInAvailable(
  {
    search,
    leaveOutBroken,
  }: {
    readonly search: PassageSearch;
    readonly leaveOutBroken: (
      tenantId: TenantId,
      packs: readonly PackVersion[],
      error: unknown,
    ) => Promise<PackVersion[]>;
  },
  ...[tenantId, queries, listAgain]: Parameters<SelfRepairingSearch['find']>
): Promise<FoundPassages> {
  let packs: readonly PackVersion[] = queries[0]?.packs ?? [];
  let isComplete = true;
  for (let tries = 1; ; tries += 1) {
    try {
      const hits = await Promise.all(queries.map((query) => search.search(tenantId, { ...query, packs })));
      return { hits, packs, isComplete };
    } catch (error) {
      if (!isRepairable(error) || tries === triesMax) throw asAppError(error);
      const current: readonly PackVersion[] = isComplete ? await listAgain() : packs;
      packs = await leaveOutBroken(tenantId, current, error);
      isComplete = isComplete && packs.length === current.length;
      // "Not covered" would be untrue: the content exists but cannot be searched yet.
      if (packs.length === 0 && current.length > 0)
        throw new AppError('overloaded', {
          detail: 'The search index is loading. Try again in a moment.',
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
        detail: 'Too many searches are queued. Try again later.',
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

async function rebuildVersion(
  parts: RepairDependencies,
  tenantId: TenantId,
  pack: PackVersion,
  signal: AbortSignal,
): Promise<boolean> {
  return await parts.alone(pack.packId, signal, async () => {
    const names = await parts.content.listVersionRevisions(tenantId, pack);
    if (names === null) return false;
    const options = { pack, names, signal, onProgress: () => undefined };
    if (await parts.pull?.(tenantId, pack, signal)) {
      parts.onRepaired(tenantId, pack);
      return true;
    }
    if ((await stageFromScratch(parts, tenantId, options)) === null) return false;
    parts.onRepaired(tenantId, pack);
    return true;
  });
}
