import { afterAll, beforeAll, describe, it } from 'vitest';
import { describeBeside, describeErasing } from './erasing.suite.ts';
import { describePeople } from './forgetting-people.suite.ts';
import { createWorld } from './forgetting-samples.ts';
import { describeLegalHolds } from './legal-holds.suite.ts';
import { describeNotedTimes } from './noted-times.suite.ts';
import type { OpenedStore, OpenStore } from './opened-store.ts';
import { askBeforeTheSwept, describeRetention } from './retention.suite.ts';

/** What every store that forgets must do, whatever it is built on. */
export function describeForgettingStore(name: string, open: OpenStore): void {
  describe(`${name} as a forgetting store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const get = () => createWorld(store);
    describe('erasing', () => describeErasing(get));
    describe('what is beside a message', () => describeBeside(get));
    describe('people', () => describePeople(get));
    describe('holds', () => describeLegalHolds(get));
    describe('retention', () => describeRetention(get));
    describe('when the service ran', () => describeNotedTimes(() => store.forgetting));
    it('[CON-15-03] [CON-15-04] reaches what was asked while the clock was set back', () =>
      askBeforeTheSwept(open));
  });
}
