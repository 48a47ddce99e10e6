import type { PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageSearch } from '@avow/search';
import type { ContentStore } from '../../features/content/content-store.ts';
import { embedPassages } from '../../features/publication/indexing/embed-passages.ts';
import type { SelfRepairingSearch } from '../../features/publication/publication.ts';

interface NamedPack extends PackVersion {
  readonly name: string;
  readonly publishedAtMs: number;
}

type ReadyPacks =
  | { readonly kind: 'ready'; readonly packs: readonly NamedPack[] }
  /** Why the first version that is not available is missing, in one sentence. */
  | { readonly kind: 'missing'; readonly why: string };

interface ReadyDependencies {
  readonly content: Pick<ContentStore, 'getPack' | 'listVersions'>;
  readonly search: PassageSearch;
  readonly packSearch: SelfRepairingSearch;
  readonly encoder: Encoder | null;
}

interface ReadyOptions {
  readonly packs: readonly PackVersion[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Makes published versions searchable again, by keyword and semantic search, if their content still exists. */
export async function readyPacks(
  { content, search, packSearch, encoder }: ReadyDependencies,
  tenantId: TenantId,
  { packs, signal, onProgress }: ReadyOptions,
): Promise<ReadyPacks> {
  const found = await findPacks(content, tenantId, packs);
  if (found.kind === 'missing') return found;
  for (const pack of found.packs) {
    if ((await packSearch.ensure(tenantId, pack)) === 'gone') return retired(pack);
    await embedPassagesNow({ search, encoder }, tenantId, pack, { signal, onProgress });
  }
  return found;
}

/** Embeds the passages of a version now, so that questions find them by semantic search as in the service. */
export async function embedPassagesNow(
  { search, encoder }: Pick<ReadyDependencies, 'search' | 'encoder'>,
  tenantId: TenantId,
  pack: PackVersion,
  { signal, onProgress }: Omit<ReadyOptions, 'packs'>,
): Promise<void> {
  if (encoder === null) return;
  await embedPassages({ search, encoder }, tenantId, pack, {
    signal,
    waitUntilIdle: () => Promise.resolve(),
    onProgress: ({ done, total }) => onProgress(done, total),
  });
}

/** The names of the packs, if all of them still have these versions. */
export async function findPacks(
  content: Pick<ContentStore, 'getPack' | 'listVersions'>,
  tenantId: TenantId,
  packs: readonly PackVersion[],
): Promise<ReadyPacks> {
  const named: NamedPack[] = [];
  for (const pack of packs) {
    const { packId, version } = pack;
    const known = await content.getPack(tenantId, packId);
    if (known === null) return { kind: 'missing', why: `The pack ${packId} was deleted.` };
    const [kept] = await content.listVersions(tenantId, packId, { before: version + 1, limit: 1 });
    if (kept?.version !== version || kept.isRetired) return retired({ version, name: known.name });
    named.push({ packId, version, name: known.name, publishedAtMs: kept.publishedAtMs });
  }
  return { kind: 'ready', packs: named };
}

function retired({ name, version }: Pick<NamedPack, 'name' | 'version'>): ReadyPacks {
  return { kind: 'missing', why: `Version ${version} of ${name} was retired: its content is gone.` };
}
