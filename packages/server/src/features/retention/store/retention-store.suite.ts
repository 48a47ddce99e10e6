import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { describeRecordedTimes } from '../../records/store/recorded-times.suite.ts';
import { describePeople } from './end-user-erasure.suite.ts';
import { describeLegalHolds } from './legal-holds.suite.ts';
import { describeBeside, describeErasing } from './message-erasure.suite.ts';
import { askBeforeTheSwept, describeRetention } from './retention.suite.ts';
import { createWorld } from './test-support/retention-samples.ts';
import { describeThreads } from './thread-erasure.suite.ts';

/** What every retention store must do, on any database. */
export function describeRetentionStore(name: string, open: OpenStore): void {
  describe(`${name} as a retention store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const get = () => createWorld(store);
    describe('message erasure', () => describeErasing(get));
    describe('data attached to a message', () => describeBeside(get));
    describe('end-user erasure', () => describePeople(get));
    describe('threads', () => describeThreads(get));
    describe('holds', () => describeLegalHolds(get));
    describe('retention', () => describeRetention(get));
    describe('recorded times', () => describeRecordedTimes(() => store.retention));
    it('[CON-15-03] [CON-15-04] sweeps messages that were asked while the clock was set back', () =>
      askBeforeTheSwept(open));
  });
}
