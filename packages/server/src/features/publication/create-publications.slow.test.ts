import type { PackId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentFixture, openContentFixture } from '../content/test-support/open-content-fixture.ts';
import { createPublications } from './create-publications.ts';

let fixture: ContentFixture;
let packId: PackId;

beforeAll(async () => {
  fixture = await openContentFixture();
  packId = await fixture.createPack();
  for (const text of ['Ovens are cleaned on Mondays.', 'Ovens are cleaned on Fridays.']) {
    await fixture.addText(packId, { 'ovens.md': text });
    await fixture.publish(packId);
  }
});

afterAll(() => fixture.close());

/** The store loses the version after it was listed, before it is made searchable. */
function operationsWithGone(onGone: () => Promise<unknown>) {
  const { store, packSearch, packs } = fixture;
  return createPublications({
    ...{ content: store.content, search: fixture.search, encoder: null, screenings: store.screenings },
    screened: () => Promise.reject(new Error('is not asked')),
    reports: packs,
    listServingNodes: async () => null,
    packSearch: { ...packSearch, ensure: () => onGone().then(() => 'gone' as const) },
    nowMs: Date.now,
    onServed: () => undefined,
  });
}

describe('rollback', () => {
  it('does not serve a version that cannot be made searchable', async () => {
    const { rollback } = operationsWithGone(async () => undefined);
    await expect(rollback(fixture.tenantId, packId, 1)).rejects.toMatchObject({ code: 'version_retired' });
    expect(await fixture.store.content.getPack(fixture.tenantId, packId)).toMatchObject({ servedVersion: 2 });
  });

  it('finds no pack if it was deleted meanwhile', async () => {
    const { rollback } = operationsWithGone(() => fixture.packs.deletePack(fixture.tenantId, packId));
    expect(await rollback(fixture.tenantId, packId, 1)).toBeNull();
  });
});
