import { createFetchDocument } from '../fetching/fetch-document.ts';
import type { TenantId } from '../interfaces/identity.ts';
import { type EncodeLoop, type ServedPack, startEncoding } from '../knowledge/encode-passages.ts';
import { folderLimits } from '../knowledge/pack-folder.ts';
import { packLimits } from '../knowledge/pack-limits.ts';
import { clearOldVersions } from '../knowledge/publish-pack.ts';
import type { AppParts } from './app-parts.ts';
import { type ComposedPacks, composePacks, type PacksParts } from './compose-packs.ts';

export interface RunningContent extends Pick<ComposedPacks, 'packs' | 'whole'> {
  /** Takes up jobs that were left, looks after the search, and begins to encode. Waits for none of it. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

const fetchTimeoutMs = 60_000;

/** Content packs as the serving process has them: with everything that goes on in the background. */
export function startContent(
  parts: AppParts & Required<Pick<AppParts, 'clock'>> & Pick<PacksParts, 'gauge' | 'checkGate'>,
  hasQuestions: () => boolean,
): RunningContent {
  const { config, data, encoder, gauge, checkGate, log, clock } = parts;
  const { access, knowledge } = data.store;
  let encoding: EncodeLoop | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosing = false;
  const composed = composePacks({
    data,
    encoder,
    gauge,
    checkGate,
    clock,
    fetchDocument: createFetchDocument({
      allowPrivateAddresses: config.fetchPrivateAddresses === 'on',
      timeoutMs: fetchTimeoutMs,
      bytesMax: folderLimits.fileBytesMax,
    }),
    versionsKept: config.packVersionsKept,
    onServed: () => encoding?.wake(),
    onMended: (tenantId, pack) => encoding?.lookAgain({ tenantId, pack }),
    onFailure: (error, about) => log.error({ err: error, ...about }, 'work on a content pack failed'),
  });
  const listTenants = async (): Promise<TenantId[]> =>
    (await access.listTenants()).map(({ tenantId }) => tenantId);

  /** What a publication left in the search that was killed: it is named by no version. */
  async function clearTraces(tenantId: TenantId): Promise<void> {
    const parts = { knowledge, search: data.search, versionsKept: config.packVersionsKept };
    const page = { after: null, limit: packLimits.packsMax };
    for (const { packId } of await knowledge.listPacks(tenantId, page)) {
      if (isClosing) return;
      // Where somebody publishes at this moment, that clears it too.
      await data.tryAlone(packId, () => clearOldVersions(parts, tenantId, packId));
    }
  }

  return {
    packs: composed.packs,
    whole: composed.whole,
    resume: async () => {
      await composed.runner.resume();
      looking = listTenants()
        .then(async (tenantIds) => {
          await composed.whole.ensureAll(tenantIds);
          for (const tenantId of tenantIds) await clearTraces(tenantId);
        })
        .catch((error: unknown) => log.error({ err: error }, 'the search could not be looked after'));
      if (encoder === null) return;
      encoding = startEncoding({
        search: data.search,
        encoder,
        listServed: async () => {
          const served: ServedPack[] = [];
          for (const tenantId of await listTenants())
            for (const pack of await knowledge.listServed(tenantId)) served.push({ tenantId, pack });
          return served;
        },
        publishedAtMs: async ({ tenantId, pack: { packId, version } }) => {
          const page = { before: version + 1, limit: 1 };
          return (await knowledge.listVersions(tenantId, packId, page))[0]?.publishedAtMs ?? 0;
        },
        hasQuestions,
        onFailure: (error) => log.error({ err: error }, 'passages could not be encoded'),
      });
    },
    close: async () => {
      isClosing = true;
      await encoding?.stop();
      await composed.close();
      await looking;
    },
  };
}
