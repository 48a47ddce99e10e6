import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { openEnvelope } from '@avow/server/testing/inner';
import type { Promised } from './load.ts';

/** Longer than the lease of the node that signs. */
const unsignedWaitMs = 30_000;
const unfinishedWaitMs = 60_000;

/** Settings of a process that reads an installation. */
type Env = Readonly<Record<string, string>>;

export interface Recorded {
  readonly key: string;
  readonly messageId: string;
  readonly status: string;
}

/** All of them, once every message has ended: those of a node that was killed are ended by others. */
export async function listRecords(env: Env, tenantId: TenantId): Promise<readonly Recorded[]> {
  const data = await openDataFolder(loadConfig(env));
  try {
    for (const untilMs = performance.now() + unfinishedWaitMs; ; ) {
      const found: Recorded[] = [];
      for (let before: MessageId | null = null; ; ) {
        const page = await data.store.records.listMessages(
          tenantId,
          { readableBy: null },
          { before, limit: 500 },
        );
        for (const { messageId, envelope, status } of page)
          found.push({ messageId, status, key: (openEnvelope(envelope).metadata as { key: string }).key });
        before = page.at(-1)?.messageId ?? null;
        if (page.length < 500) break;
      }
      const isOver = !found.some(({ status }) => status === 'queued' || status === 'processing');
      if (isOver || performance.now() > untilMs) return found;
      await sleep(500);
    }
  } finally {
    await data.close();
  }
}

export function findProblems(promised: Promised, records: readonly Recorded[]): string[] {
  const { acknowledged, streams, faults } = promised;
  const byId = new Map(records.map((record) => [record.messageId, record]));
  const delivered = Map.groupBy(
    records.filter(({ status }) => status !== 'failed'),
    ({ key }) => key,
  );
  const lost = [...acknowledged].filter(([key, messageId]) => byId.get(messageId)?.key !== key);
  const doubled = [...delivered].filter(([, all]) => all.length > 1);
  const open = records.filter(({ status }) => status === 'queued' || status === 'processing');
  return [
    ...faults,
    ...lost.map(([key, messageId]) => `${key}: ${messageId} was acknowledged and is not on record`),
    ...doubled.map(([key, all]) => `${key}: ${all.map(({ messageId }) => messageId).join(', ')}`),
    ...open.map(({ key, messageId }) => `${key}: ${messageId} has not ended`),
    ...(streams.begun === streams.ended ? [] : [`${streams.begun - streams.ended} streams did not end`]),
  ];
}

/** The log verifies, and has a leaf for every record. */
export async function checkLog(env: Env, records: number): Promise<string[]> {
  const [log] = await verifyOnceSigned(env);
  const logged = log?.counts.whole;
  return logged === records ? [] : [`${records} records and ${logged} in the log`];
}

/** Nodes that run sign in turns every few seconds, later if the one whose turn it is was killed: a real fault stays. */
async function verifyOnceSigned(env: Env) {
  for (const untilMs = performance.now() + unsignedWaitMs; ; await sleep(500)) {
    try {
      return await verifyInstallation(loadConfig(env), { trustedKey: null, threads: 1 }, { tenant: null });
    } catch (error) {
      if (performance.now() > untilMs) throw error;
    }
  }
}
