import { createFetchDocument } from '@avow/documents';
import type { TenantId } from '@avow/foundation';
import { type EmbeddingLoop, type ServedPack, startEmbedding } from '../content/indexing/embed-passages.ts';
import { folderLimits } from '../content/loading/pack-folder.ts';
import { clearUnpublished, restoreDrafts } from '../content/recover-packs.ts';
import type { AppParts } from './app-parts.ts';
import { type ComposedPacks, composePacks, type PacksParts } from './compose-packs.ts';

export interface RunningContent extends Pick<ComposedPacks, 'packs' | 'packSearch'> {
  /** Resumes jobs, repairs the search index and starts to embed passages, all in the background. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

const fetchTimeoutMs = 60_000;

/** Content packs of the serving process, with their background work. */
export function startContent(
  parts: AppParts & Required<Pick<AppParts, 'clock'>> & Pick<PacksParts, 'classifier' | 'checkGate'>,
  hasQuestions: () => boolean,
): RunningContent {
  const { config, data, encoder, classifier, checkGate, log, clock } = parts;
  const { access, content } = data.store;
  let encoding: EmbeddingLoop | null = null;
  let recovery: Promise<void> = Promise.resolve();
  let isClosing = false;
  const composed = composePacks({
    data,
    encoder,
    classifier,
    checkGate,
    clock,
    fetchDocument: createFetchDocument({
      allowPrivateAddresses: config.fetchPrivateAddresses === 'on',
      timeoutMs: fetchTimeoutMs,
      bytesMax: folderLimits.fileBytesMax,
    }),
    versionsKept: config.packVersionsKept,
    onServed: () => encoding?.wake(),
    onRepaired: (tenantId, pack) => encoding?.recheck({ tenantId, pack }),
    onFailure: (error, about) => log.error({ err: error, ...about }, 'a content pack job failed'),
  });
  const listTenants = async (): Promise<TenantId[]> =>
    (await access.listTenants()).map(({ tenantId }) => tenantId);

  const recovering = {
    ...{ content, search: data.search, tryPackLock: data.tryPackLock },
    ...{ versionsKept: config.packVersionsKept, nowMs: clock.nowMs },
  };

  return {
    packs: composed.packs,
    packSearch: composed.packSearch,
    resume: async () => {
      await composed.runner.resume();
      recovery = listTenants()
        .then(async (tenantIds) => {
          await restoreDrafts(recovering);
          await composed.packSearch.ensureAll(tenantIds);
          for (const tenantId of tenantIds) await clearUnpublished(recovering, tenantId, () => isClosing);
        })
        .catch((error: unknown) => log.error({ err: error }, 'search maintenance failed'));
      if (encoder === null) return;
      encoding = startEmbedding({
        search: data.search,
        encoder,
        listServed: async () => {
          const served: ServedPack[] = [];
          for (const tenantId of await listTenants())
            for (const pack of await content.listServed(tenantId)) served.push({ tenantId, pack });
          return served;
        },
        publishedAtMs: async ({ tenantId, pack: { packId, version } }) => {
          const page = { before: version + 1, limit: 1 };
          return (await content.listVersions(tenantId, packId, page))[0]?.publishedAtMs ?? 0;
        },
        hasQuestions,
        onFailure: (error, served) =>
          log.error(
            {
              err: error,
              ...(served && {
                tenant_id: served.tenantId,
                pack_id: served.pack.packId,
                version: served.pack.version,
              }),
            },
            'passages could not be embedded',
          ),
      });
    },
    close: async () => {
      isClosing = true;
      await encoding?.stop();
      await composed.close();
      await recovery;
    },
  };
}
