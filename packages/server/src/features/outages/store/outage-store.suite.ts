import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import type { ObservedTime } from '../outage-store.ts';

const serving: ObservedTime = {
  ...{ process: 'one', position: 0, host: 'alpha', kind: 'serving', subject: '', cause: '' },
  ...{ fromMs: 1000, untilMs: 1000, state: 'on', refused: 0 },
};
const model: ObservedTime = {
  ...serving,
  ...{ position: 1, kind: 'model', subject: 'anthropic/claude', cause: 'unreachable', fromMs: 2000 },
  untilMs: 2500,
};

/** What every store of outages must do, on any database. */
export function describeOutageStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of outages`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
      await store.outages.dropTimes({ beforeMs: 1e12, timesMax: 1 });
    });
    afterAll(() => store.close());

    it('lists nothing at first', async () => {
      expect(await store.outages.listTimes(9)).toEqual([]);
    });

    it('keeps what a process notes, and what changes of it', async () => {
      const { outages } = store;
      await outages.noteTimes([serving, model]);
      expect(await outages.listTimes(9)).toEqual([model, serving]);
      const later: ObservedTime[] = [
        { ...serving, untilMs: 9000 },
        { ...model, untilMs: 8000, state: 'over', refused: 3 },
      ];
      await outages.noteTimes(later);
      expect(await outages.listTimes(9)).toEqual(later.toReversed());
      expect(await outages.listTimes(1)).toEqual([later[1]]);
      // As of the same moment, by another process.
      const other = { ...serving, process: 'two', host: 'beta' };
      await outages.noteTimes([other]);
      expect(await outages.listTimes(9)).toEqual([later[1], other, later[0]]);
    });

    it('cuts what went on in processes that have ended', async () => {
      const { outages } = store;
      await outages.cutOthers('two');
      expect(await outages.listTimes(9)).toMatchObject([
        { process: 'one', kind: 'model', state: 'over' },
        { process: 'two', state: 'on' },
        { process: 'one', kind: 'serving', state: 'cut' },
      ]);
    });

    it('forgets what is old, and the oldest of too many', async () => {
      const { outages } = store;
      await outages.dropTimes({ beforeMs: null, timesMax: 9 });
      expect(await outages.listTimes(9)).toHaveLength(3);
      await outages.dropTimes({ beforeMs: 8000, timesMax: 9 });
      expect(await outages.listTimes(9)).toHaveLength(2);
      await outages.dropTimes({ beforeMs: null, timesMax: 1 });
      expect(await outages.listTimes(9)).toMatchObject([{ process: 'one', kind: 'serving' }]);
    });
  });
}
