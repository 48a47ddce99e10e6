import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { describeScreenings } from '../../publication/store/screenings.suite.ts';
import { describeDrafts } from './drafts.suite.ts';
import { describeItemLabels } from './item-labels.suite.ts';
import { describeLoading } from './loading.suite.ts';
import { describePackLife } from './pack-life.suite.ts';
import { describePacks } from './packs.suite.ts';
import { describeServed } from './served.suite.ts';
import { describeVersions } from './versions.suite.ts';

/** What every store of packs must do, on any database. `walks`: how many lives of packs are generated. */
export function describeContentStore(name: string, open: OpenStore, walks = 16): void {
  describe(`${name} as a content store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const get = () => store;

    describe('packs', () => describePacks(get));
    describe('drafts', () => describeDrafts(get));
    describe('owners and tags', () => describeItemLabels(get));
    describe('loading', () => describeLoading(get));
    describe('versions', () => describeVersions(get));
    describe('served content', () => describeServed(get));
    describe('what passages score', () => describeScreenings(get));
    describe('the lifecycle of packs', () => describePackLife(get, walks));
  });
}
