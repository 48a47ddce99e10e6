import type { PackId } from '@avow/foundation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ContentFixture, openContentFixture } from '../content/test-support/open-content-fixture.ts';

let fixture: ContentFixture;
let demo: PackId;

beforeEach(async () => {
  fixture = await openContentFixture();
  demo = await publishNew('larkfield-handbook');
});

afterEach(() => fixture.close());

async function publishNew(name: string): Promise<PackId> {
  const packId = await fixture.createPack(name);
  await fixture.addText(packId, { 'page.md': `# ${name}\n\nThis is ${name}.` });
  await fixture.publish(packId);
  return packId;
}

const served = async () =>
  (await fixture.store.content.listServed(fixture.tenantId)).map(({ packId }) => packId).toSorted();

it('serves the demonstration until there is content of one’s own, and keeps it', async () => {
  const documentation = await publishNew('avow-documentation');
  expect(await served()).toEqual([demo, documentation].toSorted());
  const own = await publishNew('Our bakery');
  expect(await served()).toEqual([own]);
  await fixture.packs.rollback(fixture.tenantId, demo, 1);
  expect(await served()).toEqual([demo, own].toSorted());
  const further = await publishNew('For staff');
  expect(await served()).toEqual([demo, own, further].toSorted());
});

it('leaves a demonstration that somebody has changed', async () => {
  await fixture.addText(demo, { 'page.md': '# Ours\n\nThis is ours.' });
  const own = await publishNew('Our bakery');
  expect(await served()).toEqual([demo, own].toSorted());
});
