export { type FakeFeed, startFakeFeed } from './test-support/fake-feed.ts';
export { type FakeWebsite, startFakeWebsite } from './test-support/fake-website.ts';
