import type { TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { Installation } from '../../../app/installation.ts';
import { type EmbeddingLoop, type ServedPack, startEmbedding } from '../indexing/embed-passages.ts';
import { embedInTurn, type IndexSharing } from './share-index.ts';

export type { EmbeddingLoop };

/** Embeds what is served of all tenants in the background of this node. */
export function embedInBackground(
  { config, data, log }: Pick<Installation, 'config' | 'data' | 'log'>,
  {
    encoder,
    sharing,
    listTenants,
    hasQuestions,
  }: {
    readonly encoder: Encoder;
    /** Null: no other node shares the records. */
    readonly sharing: Pick<IndexSharing, 'embedForAll'> | null;
    readonly listTenants: () => Promise<TenantId[]>;
    readonly hasQuestions: () => boolean;
  },
): EmbeddingLoop {
  const { content } = data.store;
  return startEmbedding({
    ...{ search: data.search, encoder, hasQuestions },
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
    ...(sharing === null ? {} : { embedForAll: sharing.embedForAll }),
    ...(config.search === 'postgres' ? { embedForAll: embedInTurn(data.tryLock) } : {}),
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
}
