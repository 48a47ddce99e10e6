import { statSync } from 'node:fs';
import type { PackVersion, TenantId } from '@avow/foundation';
import { attributeError } from './attribute-error.ts';
import { type GatheredPart, gatherHits } from './gather-hits.ts';
import { isNotFound } from './is-not-found.ts';
import { queryTerms } from './keyword/query-terms.ts';
import type { PassageHit, PassageQuery } from './passage-search.ts';
import { PassageSearchError } from './passage-search-error.ts';
import { candidateDepth } from './require-valid-query.ts';
import { searchCandidates } from './search-candidates.ts';
import { SegmentCache } from './segment-cache.ts';
import { decodeDeadPlaces, type ManifestSegment, readPackManifest } from './segments/manifest.ts';
import { manifestPath, type PackFolder, packFolder } from './segments/pack-folder.ts';
import { type QuantisedVector, quantiseVector } from './vectors/quantise-vector.ts';

/** A query as it comes to the thread that searches: with the instant by which it must be answered. */
export type TimedQuery = Omit<PassageQuery, 'timeoutMs'> & { readonly deadlineMs: number };

interface OpenVersion {
  readonly pack: PackVersion;
  readonly folder: PackFolder;
  /** Tells this manifest from one that takes its place. */
  readonly stamp: string;
  readonly segments: ReadonlyArray<{
    readonly entry: ManifestSegment;
    readonly dead: { readonly name: string; readonly places: Uint8Array | null };
  }>;
  lookedAtMs: number;
}

const versionsMax = 20_000;
/** With more packs than this, files are not looked at anew for each search: it would take longer than the search. */
const packsLookedAt = 32;
const lookAgainMs = 500;

/** Searches the folder synchronously, so it runs in its own thread. */
export class SearchIndex {
  readonly #directory: string;
  readonly #segments: SegmentCache;
  readonly #versions = new Map<string, OpenVersion>();
  #changedAtMs = 0;

  constructor(options: { readonly directory: string; readonly memoryBytesMax: number }) {
    this.#directory = options.directory;
    this.#segments = new SegmentCache(options.memoryBytesMax);
  }

  search(tenantId: TenantId, wanted: TimedQuery): PassageHit[] {
    try {
      return this.#search(tenantId, wanted);
    } catch (error) {
      // Another process may have replaced the segments that this one knows.
      if (!(error instanceof PassageSearchError && isNotFound(error.cause))) throw error;
      this.#versions.clear();
      return this.#search(tenantId, wanted);
    } finally {
      this.#segments.shrink();
    }
  }

  /** Something was written by this process, which must be found at once. */
  noteChange(): void {
    this.#changedAtMs = performance.now();
  }

  #search(tenantId: TenantId, wanted: TimedQuery): PassageHit[] {
    const vector = wanted.vector === null ? null : quantiseVector(wanted.vector);
    const parts = this.#openParts(tenantId, wanted, vector);
    const candidates = searchCandidates(withOneEncoder(parts, vector), {
      terms: queryTerms(wanted.text),
      vector,
      depth: candidateDepth(wanted.limit),
      checkTime: () => checkTime(wanted),
    });
    return gatherHits(parts, candidates, wanted.limit);
  }

  #openParts(tenantId: TenantId, wanted: TimedQuery, vector: QuantisedVector | null): GatheredPart[] {
    const againMs =
      wanted.packs.length > packsLookedAt ? performance.now() - lookAgainMs : Number.POSITIVE_INFINITY;
    const staleBeforeMs = Math.max(againMs, this.#changedAtMs);
    const versions = wanted.packs.map((pack) => this.#openVersion(tenantId, pack, staleBeforeMs));
    return [...new Set(versions)].flatMap(({ pack, folder, segments }) => {
      checkTime(wanted);
      return segments.flatMap(({ entry, dead }): GatheredPart[] => {
        if (entry.kind !== wanted.kind || entry.livePlaceCount === 0) return [];
        try {
          const { segment, filters } = this.#segments.open(folder, entry);
          const filter = filters.find(dead, wanted);
          if (filter.passingCount === 0) return [];
          const vectors = vector === null ? null : this.#segments.openVectors(segment, staleBeforeMs);
          return [{ pack, segment, filter, vectors }];
        } catch (error) {
          throw attributeError(pack, error);
        }
      });
    });
  }

  #openVersion(tenantId: TenantId, pack: PackVersion, staleBeforeMs: number): OpenVersion {
    const folder = packFolder(this.#directory, { tenantId, packId: pack.packId });
    const path = manifestPath(folder, pack.version);
    const known = this.#versions.get(path);
    const nowMs = performance.now();
    if (known !== undefined && known.lookedAtMs > staleBeforeMs) return known;
    const found = statSync(path, { throwIfNoEntry: false });
    const stamp = found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (known?.stamp === stamp) {
      known.lookedAtMs = nowMs;
      return known;
    }
    this.#versions.delete(path);
    const { segments } = readPackManifest(folder, pack.version);
    const opened: OpenVersion = {
      pack: { packId: pack.packId, version: pack.version },
      folder,
      stamp,
      lookedAtMs: nowMs,
      segments: segments.map((entry) => ({
        entry,
        dead: { name: `${pack.version} ${stamp}`, places: decodeDeadPlaces(entry) },
      })),
    };
    if (this.#versions.size >= versionsMax) this.#versions.clear();
    this.#versions.set(path, opened);
    return opened;
  }
}

/**
 * Vectors of different encoders cannot be compared. While packs are re-encoded one by one, those of the newest encoder
 * count; the others are found by keyword search only until then.
 */
function withOneEncoder(parts: readonly GatheredPart[], vector: QuantisedVector | null): GatheredPart[] {
  const headers = parts.flatMap(({ vectors }) => vectors?.header ?? []);
  const newest = headers
    .filter(({ dimensions }) => dimensions === vector?.values.length)
    .reduce(
      (one, other) => (one === null || other.createdAtMs > one.createdAtMs ? other : one),
      headers[0] ?? null,
    );
  return parts.map((part) => {
    const header = part.vectors?.header;
    const fits = header?.encoder === newest?.encoder && header?.dimensions === vector?.values.length;
    return fits ? part : { ...part, vectors: null };
  });
}

function checkTime({ deadlineMs }: TimedQuery): void {
  if (Date.now() >= deadlineMs) throw new PassageSearchError('timeout', 'the passage search ran out of time');
}
