import type { Encoder } from '../interfaces/encoder.ts';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import { encodeVersion } from '../knowledge/encode-passages.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import type { AppParts } from './app-parts.ts';

interface NamedPack extends PackVersion {
  readonly name: string;
  readonly publishedAtMs: number;
}

type ReadyPacks =
  | { readonly kind: 'ready'; readonly packs: readonly NamedPack[] }
  /** In one sentence, of the first that is not there. */
  | { readonly kind: 'missing'; readonly why: string };

interface ReadyParts {
  readonly data: Pick<AppParts['data'], 'store' | 'search'>;
  readonly whole: WholeSearch;
  readonly encoder: Encoder | null;
}

interface ReadyWish {
  readonly packs: readonly PackVersion[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Has versions that were published once searched as they were, by words and by meaning, where their content is there. */
export async function readyPacks(
  { data, whole, encoder }: ReadyParts,
  tenantId: TenantId,
  { packs, signal, onProgress }: ReadyWish,
): Promise<ReadyPacks> {
  const { knowledge } = data.store;
  const found = await findPacks(knowledge, tenantId, packs);
  if (found.kind === 'missing') return found;
  for (const pack of found.packs) {
    if (!(await whole.ensure(tenantId, pack))) return retired(pack);
    await learnMeanings({ data, encoder }, tenantId, pack, { signal, onProgress });
  }
  return found;
}

/** Has what is asked of a version found by meaning as it will be, and not only by words. */
export async function learnMeanings(
  { data, encoder }: Omit<ReadyParts, 'whole'>,
  tenantId: TenantId,
  pack: PackVersion,
  { signal, onProgress }: Omit<ReadyWish, 'packs'>,
): Promise<void> {
  if (encoder === null) return;
  await encodeVersion({ search: data.search, encoder }, tenantId, pack, {
    signal,
    mayGoOn: () => Promise.resolve(),
    onProgress: ({ done, total }) => onProgress(done, total),
  });
}

/** The packs by name, where all of them have these versions. */
export async function findPacks(
  knowledge: Pick<KnowledgeStore, 'getPack' | 'listVersions'>,
  tenantId: TenantId,
  packs: readonly PackVersion[],
): Promise<ReadyPacks> {
  const named: NamedPack[] = [];
  for (const pack of packs) {
    const { packId, version } = pack;
    const known = await knowledge.getPack(tenantId, packId);
    if (known === null) return { kind: 'missing', why: `The pack ${packId} was deleted.` };
    const [kept] = await knowledge.listVersions(tenantId, packId, { before: version + 1, limit: 1 });
    if (kept?.version !== version || kept.isRetired) return retired({ version, name: known.name });
    named.push({ packId, version, name: known.name, publishedAtMs: kept.publishedAtMs });
  }
  return { kind: 'ready', packs: named };
}

function retired({ name, version }: Pick<NamedPack, 'name' | 'version'>): ReadyPacks {
  return { kind: 'missing', why: `Version ${version} of ${name} was retired: its content is gone.` };
}
