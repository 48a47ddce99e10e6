import { createFetchDocument } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import type { Installation } from '../../../app/installation.ts';
import { openParser } from '../../../app/open-parser.ts';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { waitForPackLock } from '../../../limits/pack-lock.ts';
import { isOnlyAway } from '../../nodes/compose/watch-nodes.ts';
import { type EmbeddingLoop, embedInBackground } from '../../publication/compose/embed-in-background.ts';
import { type ScreeningLoop, screenInBackground } from '../../publication/compose/screen-in-background.ts';
import { serveStaged } from '../../publication/compose/serve-staged.ts';
import { shareIndex } from '../../publication/compose/share-index.ts';
import { pruneRetired, type Screened } from '../../publication/publication.ts';
import { sourceAccessOf } from '../../sources/compose/compose-sources.ts';
import type { ContentStore } from '../content-store.ts';
import { clearUnpublished, restoreDrafts } from '../recover-packs.ts';
import { type ContentSearch, createContentSearch } from '../search-content.ts';
import { type ComposedPacks, composePacks, type PackSetup } from './compose-packs.ts';

export interface RunningContent extends Pick<ComposedPacks, 'packs' | 'sources' | 'packSearch'> {
  /** Resumes jobs, repairs the search index and starts to embed passages, all in the background. */
  resume(): Promise<void>;
  /** What this node answers from: the versions that are in its search index. */
  readonly served: ContentStore;
  readonly contentSearch: ContentSearch;
  /** Brings the search index of this node to what another has published or removed, in the background. */
  refresh(tenantId: TenantId, packId: PackId): void;
  /** Takes up jobs that a process has left. */
  resumeJobs(): Promise<void>;
  close(): Promise<void>;
}

const fetchTimeoutMs = 60_000;

/** Content packs of the serving process, with their background work. */
export function startContent(
  parts: Installation &
    Required<Pick<Installation, 'clock'>> &
    Pick<PackSetup, 'classifier' | 'checkGate'> &
    Screened,
  hasQuestions: () => boolean,
): RunningContent {
  const { config, data, encoder, classifier, checkGate, screening, guards, log, clock } = parts;
  const { access, content } = data.store;
  let encoding: EmbeddingLoop | null = null;
  let screeningLoop: ScreeningLoop | null = null;
  let recovery: Promise<void> = Promise.resolve();
  let isClosing = false;
  let refreshing: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const sharing = shareIndex({ data, encoder, log, signal: stopping.signal });
  const composed = composePacks({
    data,
    sharing,
    encoder,
    classifier,
    checkGate,
    screened: async () => ({ screening, guards }),
    clock,
    fetchDocument: createFetchDocument({
      allowPrivateAddresses: config.fetchPrivateAddresses === 'on',
      timeoutMs: fetchTimeoutMs,
      bytesMax: folderLimits.fileBytesMax,
    }),
    sourceAccess: sourceAccessOf(config),
    openParser: () => openParser(config),
    versionsKept: config.packVersionsKept,
    onServed: () => {
      encoding?.wake();
      screeningLoop?.wake();
    },
    onRepaired: (tenantId, pack) => encoding?.recheck({ tenantId, pack }),
    onFailure: (error, about) => {
      // A look for sources that are due is about nothing in particular.
      if (Object.keys(about).length > 0 || !isOnlyAway(data.nodes, error))
        log.error({ err: error, ...about }, 'a content pack job failed');
    },
  });
  const listTenants = async (): Promise<TenantId[]> =>
    (await access.listTenants()).map(({ tenantId }) => tenantId);

  /** First what is served now, then out with what is not kept. */
  async function refresh(tenantId: TenantId, packId: PackId): Promise<void> {
    const served = (await content.listServed(tenantId)).find((pack) => pack.packId === packId);
    if (served !== undefined && (await composed.packSearch.ensure(tenantId, served)) === 'searchable')
      log.info(
        { tenant_id: tenantId, pack_id: packId, version: served.version },
        'a version that another node has published is served',
      );
    await waitForPackLock(data.tryIndexLock)(packId, stopping.signal, () =>
      pruneRetired({ content, search: data.search }, tenantId, packId),
    );
    encoding?.wake();
  }

  const recovering = {
    ...{ content, search: data.search, tryPackLock: data.tryPackLock },
    ...{ versionsKept: config.packVersionsKept, nowMs: clock.nowMs },
  };

  const { packSearch } = composed;
  const served =
    data.published === null
      ? content
      : serveStaged({
          ...{ content, search: data.search, published: data.published },
          stage: packSearch.repairLater,
        });
  return {
    ...{ packs: composed.packs, sources: composed.sources, packSearch, served },
    contentSearch: createContentSearch({ content: served, search: packSearch, encoder, nowMs: clock.nowMs }),
    refresh: (tenantId, packId) => {
      refreshing = refreshing
        .then(() => refresh(tenantId, packId))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted)
            log.error(
              { err: error, tenant_id: tenantId, pack_id: packId },
              'a published version could not be staged',
            );
        });
    },
    resumeJobs: composed.runner.resume,
    resume: async () => {
      await composed.runner.resume();
      composed.syncs.start();
      recovery = listTenants()
        .then(async (tenantIds) => {
          await restoreDrafts(recovering);
          await composed.packSearch.ensureAll(tenantIds);
          for (const tenantId of tenantIds) await clearUnpublished(recovering, tenantId, () => isClosing);
        })
        .catch((error: unknown) => log.error({ err: error }, 'search maintenance failed'));
      screeningLoop = screenInBackground(parts, composed.parser, { listTenants, hasQuestions });
      if (encoder === null) return;
      encoding = embedInBackground(parts, { encoder, sharing, listTenants, hasQuestions });
    },
    close: async () => {
      isClosing = true;
      stopping.abort();
      await Promise.all([encoding?.stop(), screeningLoop?.stop()]);
      await composed.close();
      await refreshing;
      await recovery;
    },
  };
}
