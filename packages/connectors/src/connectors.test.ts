import { describeConnector } from './test-support/connector-suite.ts';
import { startFakeBucket } from './test-support/fake-bucket.ts';
import { startFakeConfluence } from './test-support/fake-confluence.ts';
import { startFakeFeed } from './test-support/fake-feed.ts';
import { startFakeGoogleDrive } from './test-support/fake-google-drive.ts';
import { startFakeGraph } from './test-support/fake-graph.ts';
import { startFakeRepository } from './test-support/fake-repository.ts';
import { startFakeWebsite } from './test-support/fake-website.ts';

describeConnector('a website', { start: startFakeWebsite });
describeConnector('a bucket', { start: startFakeBucket });
describeConnector('a feed of entries', {
  start: () => startFakeFeed('entry'),
  ...{ reportsRemovals: false, breaksItems: false },
});
describeConnector('a feed of pages', { start: () => startFakeFeed('page'), reportsRemovals: false });
describeConnector('a repository', { start: () => startFakeRepository(), breaksItems: false });
for (const items of ['pages', 'blog posts', 'attachments'] as const) {
  describeConnector(`Confluence Cloud with ${items}`, {
    start: () => startFakeConfluence('cloud', { items }),
  });
  describeConnector(`Confluence Data Center with ${items}`, {
    start: () => startFakeConfluence('data_center', { items }),
  });
}
describeConnector('a drive of Microsoft', { start: startFakeGraph });
describeConnector('the drive of a person at Microsoft', {
  start: () => startFakeGraph({ place: { user: 'ann@contoso.example' } }),
});
describeConnector('a library of a site of Microsoft', {
  start: () =>
    startFakeGraph({ place: { site: 'https://contoso.example/sites/handbook', library: 'Handbook' } }),
});
describeConnector('a drive of Microsoft, without permissions', {
  start: () => startFakeGraph({ readsAccess: false, credentials: { token: 'secret' } }),
});
describeConnector('a drive of Google', { start: startFakeGoogleDrive });
