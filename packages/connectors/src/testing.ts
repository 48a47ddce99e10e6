/** Sources that tests play, also hostile ones, and the suite that each connector runs. */

// Connectors.

export { openConnector } from './open-connector.ts';
export { createSourceHttp } from './source-http.ts';
export { describeConnector } from './test-support/connector-suite.ts';

// Fake sources.

export { type FakeConfluence, startFakeConfluence } from './test-support/fake-confluence.ts';
export { type FakeFeed, startFakeFeed } from './test-support/fake-feed.ts';
export { type FakeGoogleDrive, startFakeGoogleDrive } from './test-support/fake-google-drive.ts';
export { type FakeGraph, startFakeGraph } from './test-support/fake-graph.ts';
export { type FakeRepository, startFakeRepository } from './test-support/fake-repository.ts';
export { type FakeWebsite, startFakeWebsite } from './test-support/fake-website.ts';

// Hostile answers.

export {
  elementsBeside,
  type HostileAnswer,
  type HostilePack,
  hostileSitemaps,
  manyArrays,
  packOfZeros,
  slowFeed,
} from './test-support/hostile-answers.ts';
