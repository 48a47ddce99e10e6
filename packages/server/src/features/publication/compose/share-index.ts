import { setTimeout as sleep } from 'node:timers/promises';
import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { waitForPackLock } from '../../../limits/pack-lock.ts';
import type { EmbeddingWork } from '../indexing/embed-passages.ts';
import { isRepairable } from '../indexing/search-faults.ts';
import type { RepairDependencies } from '../indexing/self-repairing-search.ts';
import type { PublishDependencies } from '../publication.ts';
import { announcePack } from './share-content.ts';

export interface ShareIndexOptions {
  readonly data: Pick<DataFolder, 'search' | 'published' | 'shared' | 'tryLock' | 'tryPackLock' | 'nodes'>;
  readonly encoder: Encoder | null;
  readonly log: { info(about: object, text: string): void; warn(about: object, text: string): void };
  readonly signal: AbortSignal;
}

/** What a version needs on its way to other nodes: built and embedded by one of them, and pulled by the others. */
export interface IndexSharing {
  readonly onKept: NonNullable<PublishDependencies['onKept']>;
  readonly pull: NonNullable<RepairDependencies['pull']>;
  readonly embedForAll: NonNullable<EmbeddingWork['embedForAll']>;
}

/** As long as somebody works on the pack, its files may be on their way. */
const pullWaitMs = 30_000;
const pullPollMs = 200;

/** Null: no other node shares the records. */
export function shareIndex({ data, encoder, log, signal }: ShareIndexOptions): IndexSharing | null {
  if (data.shared === null) return null;
  const { versions, files } = data.shared;
  const about = (tenantId: TenantId, { packId, version }: PackVersion) => ({
    ...{ tenant_id: tenantId, pack_id: packId, version },
  });

  async function embeddedBy(tenantId: TenantId, pack: PackVersion): Promise<string | null> {
    if (encoder === null) return null;
    const { done, total } = await data.search.vectorProgress(tenantId, { pack, encoder: encoder.name });
    return done === total ? encoder.name : null;
  }

  /** Under the lock of the pack. */
  async function upload(tenantId: TenantId, pack: PackVersion): Promise<void> {
    const described = await files.describe(tenantId, pack);
    if (described === null) return;
    const read = (name: string) => files.read(tenantId, pack.packId, name);
    await versions.put(tenantId, pack, { ...described, encoder: await embeddedBy(tenantId, pack) }, read);
  }

  async function install(tenantId: TenantId, pack: PackVersion): Promise<boolean> {
    const found = await versions.get(tenantId, pack);
    if (found === null) return false;
    await files.install(tenantId, pack, found, (file) => versions.readFile(tenantId, pack.packId, file));
    return true;
  }

  const isBusy = async (packId: PackId) =>
    (await data.tryLock(packId, { waitMs: 0 }, async () => undefined)).kind === 'busy';

  return {
    onKept: async (tenantId, packId, kept) => {
      for (const version of kept) {
        const pack = { packId, version };
        const manifest = data.published?.has(pack) ? files.readManifest(tenantId, pack) : null;
        if (manifest === null || (await versions.get(tenantId, pack))?.manifest === manifest) continue;
        await upload(tenantId, pack);
      }
      await versions.keep(tenantId, packId, kept);
    },
    pull: async (tenantId, pack, stopping) => {
      try {
        for (const untilMs = performance.now() + pullWaitMs; performance.now() < untilMs; ) {
          stopping.throwIfAborted();
          // Looked at in this order: who has ended the work has put the files before.
          const mayCome = await isBusy(pack.packId);
          if (await install(tenantId, pack)) return true;
          if (!mayCome) break;
          await sleep(pullPollMs);
        }
        log.info(about(tenantId, pack), 'a version is not shared, and is built here');
      } catch (error) {
        if (stopping.aborted || !isRepairable(error)) throw error;
        log.warn({ ...about(tenantId, pack), err: error }, 'a shared version is damaged, and is built here');
      }
      return false;
    },
    embedForAll: async ({ tenantId, pack }, embedHere) => {
      const isEmbedded = async () => (await embeddedBy(tenantId, pack)) !== null;
      if (!(await data.search.hasVersion(tenantId, pack))) return false;
      if (await isEmbedded()) return true;
      if ((await versions.get(tenantId, pack))?.encoder === encoder?.name) {
        await install(tenantId, pack);
        if (await isEmbedded()) return true;
      }
      const locked = await data.tryLock(vectorsLock(pack), { waitMs: 0 }, async (lost) => {
        if (!(await embedHere(lost))) return false;
        await waitForPackLock(data.tryPackLock)(pack.packId, signal, () => upload(tenantId, pack));
        await announcePack(data.nodes, tenantId, pack.packId);
        return true;
      });
      return locked.kind === 'done' && locked.value;
    },
  };
}

/** For vectors that all nodes have in the database: one node at a time embeds a version, and the others look again later. */
export function embedInTurn(tryLock: DataFolder['tryLock']): IndexSharing['embedForAll'] {
  return async ({ pack }, embedHere) => {
    const locked = await tryLock(vectorsLock(pack), { waitMs: 0 }, embedHere);
    return locked.kind === 'done' && locked.value;
  };
}

const vectorsLock = ({ packId }: PackVersion) => `vectors-${packId}`;

/** For a command, which embeds nothing: the service does that. */
export function shareQuietly(data: ShareIndexOptions['data']): IndexSharing | null {
  const log = { info: () => undefined, warn: () => undefined };
  return shareIndex({ data, encoder: null, log, signal: new AbortController().signal });
}
