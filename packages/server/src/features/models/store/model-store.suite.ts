import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { sampleTimeMs } from '../../../storage/contract/samples.ts';

const models = (revision: number, text: string) => ({
  revision,
  sealed: new Uint8Array(Buffer.from(text)),
  createdAtMs: sampleTimeMs,
  createdBy: newId('usr', sampleTimeMs),
});

/** What every store of language models must do, on any database. */
export function describeModelStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of language models`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('keeps the last models, and refuses those that are not the next', async () => {
      const { models: kept } = store;
      expect(await kept.currentModels()).toBeNull();
      expect(await kept.putModels(models(2, 'too far'))).toBe('conflict');
      expect(await kept.putModels(models(1, 'first'))).toBe('put');
      expect(await kept.putModels(models(1, 'again'))).toBe('conflict');
      const next = models(2, 'second');
      expect(await kept.putModels(next)).toBe('put');
      const found = await kept.currentModels();
      expect({ ...found, sealed: Buffer.from(found?.sealed ?? []).toString() }).toEqual({
        ...next,
        sealed: 'second',
      });
    });
  });
}
