import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentPackPageSchema } from '@avow/contract/testing/content';
import { type Asked, type AskedKind, askMany, askOnce } from './ask-many.ts';
import { limitProcessor, withDescendants } from './limit-processor.ts';
import { awaitVectors, type BusyService, startBusyService } from './start-busy-service.ts';

/** What happens while questions are asked. */
export const disturbances = ['none', 'screener killed', 'pack published', 'policy changed'] as const;
export type Disturbance = (typeof disturbances)[number];

export interface BusyCampaign {
  readonly disturbances: readonly Disturbance[];
  /** Asked for each of them. */
  readonly questions: number;
  readonly clients: number;
  /** Of one core; null: all that there is. */
  readonly quota: number | null;
  /** Of the handbook; left out: all that there are. */
  readonly pages?: number;
  readonly onAsked?: (disturbance: Disturbance, kind: AskedKind) => void;
}

export interface BusyReport {
  readonly disturbance: Disturbance;
  readonly counts: Readonly<Partial<Record<AskedKind, number>>>;
  /** How often it was disturbed. */
  readonly disturbed: number;
  /** What should not have happened. */
  readonly faults: readonly string[];
}

const disturbEveryMs = 1_000;
const recoverTriesMax = 60;

/**
 * Asks a busy service: each question must be answered by its models, or be refused before it was admitted, with the time to wait
 * for. Only a check whose process keeps dying may block, and says that it may work later.
 */
export async function runBusyCampaign(plan: BusyCampaign): Promise<BusyReport[]> {
  const service = await startBusyService({ pages: plan.pages });
  try {
    const limit = plan.quota === null ? null : limitProcessor(service.processId, plan.quota);
    const reports: BusyReport[] = [];
    for (const disturbance of plan.disturbances) {
      // What the one before has published.
      await awaitVectors(service);
      reports.push(await askDisturbed(service, plan, disturbance));
    }
    await limit?.end();
    return reports;
  } finally {
    await service.close();
  }
}

async function askDisturbed(
  service: BusyService,
  { questions: questionsMax, clients, onAsked }: BusyCampaign,
  disturbance: Disturbance,
): Promise<BusyReport> {
  const { url, apiKeys, questions } = service;
  const stopping = new AbortController();
  const disturbing = disturb(service, disturbance, stopping.signal);
  const asked = await askMany({
    ...{ url, apiKeys, questions, clients, questionsMax, durationMs: Number.POSITIVE_INFINITY },
    ...{ asksAgain: false, onAsked: (kind) => onAsked?.(disturbance, kind) },
  });
  stopping.abort();
  const disturbed = await disturbing;
  const faults = asked.flatMap((one) => faultOf(one, disturbance));
  if (!(await recovers(service))) faults.push('the service does not answer any more');
  const kinds = Object.entries(Object.groupBy(asked, ({ kind }) => kind));
  const counts = Object.fromEntries(kinds.map(([kind, some]) => [kind, some?.length]));
  return { disturbance, counts, disturbed, faults };
}

function faultOf({ kind, detail }: Asked, disturbance: Disturbance): string[] {
  switch (kind) {
    case 'answered':
    case 'refused':
      return [];
    case 'unembedded':
      return disturbance === 'pack published' ? [] : [kind];
    case 'blocked':
      return disturbance === 'screener killed' && detail.startsWith('guardrail_unavailable retry_later')
        ? []
        : [`${kind}: ${detail}`];
    case 'degraded':
    case 'failed':
      return [`${kind}: ${detail}`];
  }
}

/** Whether a question is answered once nothing disturbs any more. */
async function recovers({ url, apiKeys, questions }: BusyService): Promise<boolean> {
  const [apiKey = ''] = apiKeys;
  for (let tries = 0; tries < recoverTriesMax; tries += 1) {
    const { kind } = await askOnce(url, { apiKey, question: questions.at(-1) ?? '' });
    if (kind === 'answered') return true;
    await sleep(disturbEveryMs);
  }
  return false;
}

/** Resolves with how often it did, once it is to stop. */
async function disturb(service: BusyService, disturbance: Disturbance, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    if (disturbance === 'screener killed') count += killScreeners(service.processId);
    if (disturbance === 'pack published') count += await publishAgain(service, count);
    if (disturbance === 'policy changed') count += await changePolicy(service, count);
    await sleep(disturbEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}

function killScreeners(pid: number): number {
  let killed = 0;
  for (const one of withDescendants(pid)) {
    try {
      if (!readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('screener-process')) continue;
      process.kill(one, 'SIGKILL');
      killed += 1;
    } catch {
      // It has ended.
    }
  }
  return killed;
}

async function publishAgain({ call }: BusyService, count: number): Promise<number> {
  const [pack] = contentPackPageSchema.parse(await (await call('/v1/content-packs')).json()).data;
  const path = `/v1/content-packs/${pack?.id}`;
  const pair = {
    question: `What is note ${count} about?`,
    answer: `Note ${count} is about the notes before it.`,
  };
  await expectDone(call(`${path}/qna`, { method: 'POST', body: pair }));
  await expectDone(call(`${path}/publish`, { method: 'POST', body: {} }));
  return 1;
}

async function changePolicy({ call }: BusyService, count: number): Promise<number> {
  const { policy } = (await (await call('/v1/guardrails')).json()) as { readonly policy: object };
  const bands = { high: 0.8, medium: 0.5 + (count % 10) / 100 };
  await expectDone(call('/v1/guardrails', { method: 'PUT', body: { ...policy, bands } }));
  return 1;
}

/** 409: the last publication has not ended. */
async function expectDone(calling: Promise<Response>): Promise<void> {
  const response = await calling;
  if (response.ok || response.status === 409 || response.status === 429) return;
  throw new Error(`status ${response.status}: ${await response.text()}`);
}
