import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfidenceModel } from '@avow/answering';
import { shippedModel } from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import { endUserAuthor } from '@avow/foundation';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../storage/store.ts';
import type { Label } from '../../records/record-store.ts';

/** A real store with labels, and a clock that advances only on request. */
export interface Labels {
  readonly store: Store;
  nowMs(): number;
  pass(ms: number): void;
  createTenant(): Promise<TenantId>;
  /** Adds a label for each, an hour apart by default, by this author or one of ten end users, each with a key of their own. */
  add(tenantId: TenantId, areRight: readonly boolean[], by?: LabelledBy): Promise<void>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;

type LabelledBy = Partial<Pick<Label, 'author' | 'callerId' | 'isFromVisitor'>> & {
  readonly apartMs?: number;
};

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
    add: async (tenantId, areRight, { apartMs = hourMs, ...by } = {}) => {
      const added = areRight.map(async (isRight) => {
        // Distinct times make the order deterministic, and few are of one day: all of them count.
        nowMs += apartMs;
        count += 1;
        const message = sampleMessage({ createdAtMs: nowMs });
        const label = {
          messageId: message.messageId,
          origin: 'feedback',
          author: endUserAuthor(`${count % 10}`),
          callerId: `key_${count % 10}` as const,
          isFromVisitor: false,
          ...by,
          isRight,
          evidence: { method: 'extractive', toolScore: 0.5, features: {} },
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

/** Scores every extractive answer with a probability of 0.62. */
export const plainModel: ConfidenceModel = {
  ...shippedModel,
  methods: { ...shippedModel.methods, extractive: { constant: 0.5, least: -4, most: 4, features: {} } },
};

/** `rightCount` of `count`, spread evenly. */
export function spread(rightCount: number, count: number): boolean[] {
  return Array.from(
    { length: count },
    (_, at) => Math.floor(((at + 1) * rightCount) / count) > Math.floor((at * rightCount) / count),
  );
}
