import { describeConnector } from './test-support/connector-suite.ts';
import { startFakeBucket } from './test-support/fake-bucket.ts';
import { startFakeFeed } from './test-support/fake-feed.ts';
import { startFakeRepository } from './test-support/fake-repository.ts';
import { startFakeWebsite } from './test-support/fake-website.ts';

describeConnector('a website', { start: startFakeWebsite });
describeConnector('a bucket', { start: startFakeBucket });
describeConnector('a feed of entries', {
  start: () => startFakeFeed('entry'),
  ...{ reportsRemovals: false, breaksItems: false },
});
describeConnector('a feed of pages', { start: () => startFakeFeed('page'), reportsRemovals: false });
describeConnector('a repository', { start: startFakeRepository, breaksItems: false });
