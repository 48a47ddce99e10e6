import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { LogEventKind } from '@avow/ledger';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { Feedback } from '../feedback/feedback-store.ts';
import type { MessageFacts } from '../insights/insight-store.ts';
import type { Decision } from '../review/review-store.ts';
import type { EvidencePeriod, EvidenceSources, ReadEvent } from './evidence-sources.ts';
import type { Setup } from './figures/describe-installation.ts';
import type { PackHistory } from './figures/list-publications.ts';

/** Larger pages would block the reader for others. */
const pageLength = 2_000;
export const labelsMax = 100_000;
export const feedbackMax = 100_000;
const decisionsMax = 100_000;
const packsMax = 1_000;
const packEventsMax = 20_000;
const evaluationsMax = 1_000;
const holdsMax = 10_000;
const widgetsMax = 1_000;

/** Page after page, each by the last row of the one before. */
async function* pagesOf<Row>(
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await read(last, pageLength);
    if (page.length > 0) yield page;
    if (page.length < pageLength) return;
    last = page.at(-1) ?? null;
  }
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>, max: number): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages) {
    all.push(...page.slice(0, max - all.length));
    if (all.length >= max) break;
  }
  return all;
}

export function readMessages(
  { insights }: EvidenceSources,
  tenantId: TenantId,
  period: EvidencePeriod,
): AsyncIterable<readonly MessageFacts[]> {
  return pagesOf<MessageFacts>((last, limit) =>
    insights.listFacts(tenantId, period, { before: last?.messageId ?? null, limit }),
  );
}

function readLog(
  { log }: EvidenceSources,
  tenantId: TenantId,
  filter: { readonly kind?: LogEventKind; readonly subject?: string } = {},
): AsyncIterable<readonly ReadEvent[]> {
  return pagesOf<ReadEvent>(async (last, limit) => {
    const page = await log.listLogEvents(tenantId, filter, { before: last?.leafIndex ?? null, limit });
    return page.map(({ leafIndex, leafHash, text }) => ({ leafIndex, leafHash, entry: parseEntry(text) }));
  });
}

/** A clock that was set back may put a few entries before older ones: so much older ones end the reading. */
const clockToleranceMs = 86_400_000;

/** What is on the log in the period besides records, newest first. */
export async function* readEvents(
  sources: EvidenceSources,
  tenantId: TenantId,
  { fromMs, untilMs }: EvidencePeriod,
): AsyncGenerator<readonly ReadEvent[], void> {
  const [from, until] = [formatTime(fromMs), formatTime(untilMs)];
  const ending = formatTime(Math.max(0, fromMs - clockToleranceMs));
  for await (const page of readLog(sources, tenantId)) {
    yield page.filter(({ entry: { time } }) => time >= from && time < until);
    if ((page.at(-1)?.entry.time ?? '') < ending) return;
  }
}

export async function readDecisions(
  { reviews }: EvidenceSources,
  tenantId: TenantId,
  { fromMs, untilMs }: EvidencePeriod,
): Promise<readonly Decision[]> {
  const all = { filter: { outcome: null, decidedBy: null }, readableBy: null, sinceMs: fromMs };
  const pages = pagesOf<Decision>((before, limit) =>
    reviews.listDecisions(tenantId, { ...all, before, limit }),
  );
  return (await collect(pages, decisionsMax)).filter(({ decidedAtMs }) => decidedAtMs < untilMs);
}

export async function readFeedback(
  { feedback }: EvidenceSources,
  tenantId: TenantId,
  { fromMs, untilMs }: EvidencePeriod,
): Promise<readonly Feedback[]> {
  const pages = pagesOf<Feedback>((last, limit) =>
    feedback.listFeedback(tenantId, { readableBy: null }, { before: last?.feedbackId ?? null, limit }),
  );
  return (await collect(pages, feedbackMax)).filter(
    ({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < untilMs,
  );
}

/** The whole history of each pack: which gate a publication had may have been decided long before. */
export async function readPacks(
  sources: EvidenceSources,
  tenantId: TenantId,
): Promise<readonly PackHistory[]> {
  const packs = await sources.content.listPacks(tenantId, { after: null, limit: packsMax });
  const gates = await listEntries(sources, tenantId, { kind: 'golden' });
  return await Promise.all(
    packs.map(async ({ packId, name }) => ({
      ...{ packId, name },
      events: await listEntries(sources, tenantId, { kind: 'pack', subject: packId }),
      gates: gates.filter(({ subject, state }) => subject === packId && state.startsWith('gate_')),
      evaluations: (
        await sources.golden.listEvaluations(tenantId, packId, { before: null, limit: evaluationsMax })
      ).toReversed(),
    })),
  );
}

/** Oldest first. */
async function listEntries(
  sources: EvidenceSources,
  tenantId: TenantId,
  filter: { readonly kind: LogEventKind; readonly subject?: string },
): Promise<readonly LogEntry[]> {
  const found = await collect(readLog(sources, tenantId, filter), packEventsMax);
  return found.map(({ entry }) => entry).reverse();
}

export async function readSetup(
  { retention, policies, widgets }: EvidenceSources,
  tenantId: TenantId,
): Promise<Setup> {
  return {
    retention: await retention.getRetention(tenantId),
    activeHolds: await retention.listHolds(tenantId, { isActive: true }, { before: null, limit: holdsMax }),
    policy: (await policies.currentPolicy(tenantId))?.policy ?? null,
    widgets: await widgets.listWidgets(tenantId, { before: null, limit: widgetsMax }),
  };
}
