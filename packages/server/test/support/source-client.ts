import { type FakeWebsite, startFakeWebsite } from '@avow/connectors/testing';
import type { SourceEntry } from '@avow/contract/sources';
import { contentPackSchema, contentSourceSchema, documentPageSchema } from '@avow/contract/testing/content';
import { waitFor } from '@avow/foundation/testing';
import type { ContentClient } from './content-client.ts';

const one = { status: 200, schema: contentSourceSchema };
const created = { status: 201, schema: contentSourceSchema };
const accepted = { status: 202, schema: contentSourceSchema };

export const sourcePath = ({ pack_id, id }: Pick<SourceEntry, 'pack_id' | 'id'>) =>
  `/v1/content-packs/${pack_id}/sources/${id}`;

export const websiteAt = (site: FakeWebsite) => ({ kind: 'website', url: `${site.url}/`, delay_ms: 0 });

/** Calls about sources, which wait for the end of each sync. */
export type SourceClient = ReturnType<typeof sourceClient>;

export function sourceClient(client: ContentClient) {
  let packs = 0;
  const sites: FakeWebsite[] = [];

  /** The source once its sync has ended. */
  async function ended(source: Pick<SourceEntry, 'pack_id' | 'id'>): Promise<SourceEntry> {
    return await waitFor(async () => {
      const found = await client.expect(one, 'GET', sourcePath(source));
      return found.sync === null && found;
    });
  }

  const listDocuments = async (packId: string) =>
    (
      await client.expect(
        { status: 200, schema: documentPageSchema },
        'GET',
        `/v1/content-packs/${packId}/documents?limit=100`,
      )
    ).data;

  return {
    ended,
    listDocuments,
    newPack: async () => {
      packs += 1;
      return (await client.createPack(`pack ${packs}`)).id;
    },
    openSite: async (pages: Readonly<Record<string, string>>) => {
      const site = await startFakeWebsite();
      sites.push(site);
      for (const [path, body] of Object.entries(pages)) await site.put(path, body);
      return site;
    },
    closeSites: async () => {
      for (const site of sites.splice(0)) await site.close();
    },
    endedAs: (source: SourceEntry, outcome: string) =>
      waitFor(async () => {
        const found = await ended(source);
        return found.last_sync?.outcome === outcome && found;
      }),
    add: async (packId: string, body: Readonly<Record<string, unknown>>) => {
      const path = `/v1/content-packs/${packId}/sources`;
      const given = { sync_every_minutes: null, ...body };
      return await ended(await client.expect(created, 'POST', path, { body: given }));
    },
    sync: async (source: SourceEntry, body: Readonly<Record<string, unknown>> = {}) =>
      await ended(await client.expect(accepted, 'POST', `${sourcePath(source)}/sync`, { body })),
    update: (source: SourceEntry, body: Readonly<Record<string, unknown>>) =>
      client.expect(one, 'PATCH', sourcePath(source), { body }),
    readPack: (packId: string) =>
      client.expect({ status: 200, schema: contentPackSchema }, 'GET', `/v1/content-packs/${packId}`),
    pathsOf: async (packId: string) => (await listDocuments(packId)).map(({ source }) => source).sort(),
  };
}
