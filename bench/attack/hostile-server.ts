import {
  hostileSitemaps,
  manyArrays,
  packOfZeros,
  slowFeed,
  startFakeConfluence,
  startFakeFeed,
  startFakeRepository,
  startFakeWebsite,
} from '@avow/connectors/testing';

/** Where sources are that answer with what is small to send and large or slow once it is read. */
export interface HostileServer {
  readonly website: string;
  readonly repository: string;
  readonly feed: string;
  readonly wiki: string;
  close(): Promise<void>;
}

const sitemapFiles = 321;
const sitemapBytes = 49_000_000;
const zerosBytes = 1_900_000_000;
const feedElements = 18_000;
const arraysBytes = 30_000_000;

export async function startHostileServer(): Promise<HostileServer> {
  const website = await startFakeWebsite();
  website.answerInstead(hostileSitemaps(website.url, { files: sitemapFiles, bytes: sitemapBytes }));
  const repository = await startFakeRepository({ isPublic: true });
  repository.servePack(packOfZeros({ bytes: zerosBytes }));
  const feed = await startFakeFeed('entry');
  const entries = slowFeed(feedElements);
  feed.answerInstead(() => entries);
  const wiki = await startFakeConfluence('data_center');
  const arrays = manyArrays(arraysBytes);
  wiki.answerInstead(() => arrays);
  const fakes = [website, repository, feed, wiki];
  return {
    ...{
      website: website.url,
      repository: `${repository.url}/handbook.git`,
      feed: `${feed.url}/feed`,
      wiki: wiki.url,
    },
    close: async () => {
      for (const fake of fakes) await fake.close();
    },
  };
}
