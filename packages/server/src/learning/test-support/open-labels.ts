import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endUserAuthor } from '../../confidence/author-names.ts';
import type { ConfidenceModel } from '../../confidence/confidence-model.ts';
import { shippedModel } from '../../confidence/shipped-model.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import { sampleMasterKey } from '../../stores/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../stores/contract/samples.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open-sqlite-store.ts';

/** A true store with labels in it, and a clock that stands still until it is moved. */
export interface Labels {
  readonly store: SqliteStore;
  nowMs(): number;
  pass(ms: number): void;
  createTenant(): Promise<TenantId>;
  /** One label for each, a millisecond apart, by one of ten end users unless by this one: of answers that were read. */
  add(tenantId: TenantId, areRight: readonly boolean[], author?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openLabels(): Promise<Labels> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-labels-'));
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  let nowMs = sampleTimeMs;
  let count = 0;
  return {
    store,
    nowMs: () => nowMs,
    pass: (ms) => {
      nowMs += ms;
    },
    createTenant: () => newTenant(store.access),
    add: async (tenantId, areRight, author) => {
      const added = areRight.map(async (isRight) => {
        // Each has a time of its own, so that their order is the same each time.
        nowMs += 1;
        count += 1;
        const message = sampleMessage({ createdAtMs: nowMs });
        const label = {
          messageId: message.messageId,
          origin: 'feedback',
          author: author ?? endUserAuthor(`${count % 10}`),
          isRight,
          evidence: { way: 'read', toolScore: 0.5, features: {} },
          ...{ score: 0.5, band: 'medium', askedAtMs: nowMs, labelledAtMs: nowMs },
        } as const;
        await store.records.finishMessage(tenantId, message, { ...nothingElse, label });
      });
      await Promise.all(added);
    },
    close: async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Says of every answer that was read that it is right with a probability of 0.62. */
export const plainModel: ConfidenceModel = {
  ...shippedModel,
  ways: { ...shippedModel.ways, read: { constant: 0.5, least: -4, most: 4, features: {} } },
};

/** So many of so many, spread evenly. */
export function spread(rightCount: number, count: number): boolean[] {
  return Array.from(
    { length: count },
    (_, at) => Math.floor(((at + 1) * rightCount) / count) > Math.floor((at * rightCount) / count),
  );
}
