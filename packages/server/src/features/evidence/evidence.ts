import type { StoredGuarantee } from '@avow/answering/guarantee';
import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import { readOutages } from '../outages/outages.ts';
import type { EvidencePeriod, EvidenceSources, ReadEvent } from './evidence-sources.ts';
import { countEvents } from './figures/count-events.ts';
import { countMessages } from './figures/count-messages.ts';
import { countFeedback, countReviews } from './figures/count-reviews.ts';
import { describeLog, describeSetup, type Verified } from './figures/describe-installation.ts';
import { describeOutages } from './figures/describe-outages.ts';
import { createFigureBook, type FigureBook } from './figures/figure-book.ts';
import { listPublications } from './figures/list-publications.ts';
import { measureConfidence, type Reliability } from './figures/measure-confidence.ts';
import {
  feedbackMax,
  labelsMax,
  readDecisions,
  readEvents,
  readFeedback,
  readMessages,
  readPacks,
  readSetup,
} from './read-sources.ts';

export interface CollectedEvidence extends Pick<FigureBook, 'figures' | 'tables'> {
  readonly reliability: Reliability;
  readonly guarantee: StoredGuarantee | null;
}

interface Collecting {
  readonly nowMs: number;
  /** What the verification of the log finds, which may run meanwhile. */
  readonly verified: Promise<Omit<Verified, 'entries'>>;
  /** Called with all entries of the period that are not records, newest first. */
  readonly onEvents: (events: readonly ReadEvent[]) => Promise<void>;
  readonly onProgress: (messages: number) => void;
}

/** All figures of a tenant and a period, in one pass over its messages and one over the events on its log. */
export async function collectEvidence(
  sources: EvidenceSources,
  tenantId: TenantId,
  period: EvidencePeriod,
  also: Collecting,
): Promise<CollectedEvidence> {
  const book = createFigureBook();
  const messages = countMessages();
  let read = 0;
  for await (const page of readMessages(sources, tenantId, period)) {
    for (const facts of page) messages.visit(facts);
    read += page.length;
    also.onProgress(read);
  }
  messages.write(book);
  const guarantee = await sources.feedback.currentGuarantee(tenantId);
  const reliability = measureConfidence(book, {
    labels: await sources.feedback.listLabels(
      tenantId,
      { selection: 'counted', askedFromMs: period.fromMs, askedBeforeMs: period.untilMs },
      labelsMax,
    ),
    ...{ labelsMax, guarantee },
    calibration: (await sources.feedback.currentCalibration(tenantId))?.revision ?? null,
  });
  countReviews(book, await readDecisions(sources, tenantId, period));
  countFeedback(book, await readFeedback(sources, tenantId, period), feedbackMax);
  const events = countEvents();
  for await (const page of readEvents(sources, tenantId, period)) {
    for (const { entry } of page) events.visit(entry);
    await also.onEvents(page);
  }
  events.write(book);
  const bounds = { from: formatTime(period.fromMs), until: formatTime(period.untilMs) };
  listPublications(book, await readPacks(sources, tenantId), bounds);
  const { nowMs } = also;
  describeOutages(book, await readOutages(sources.outages, nowMs), { period, nowMs });
  describeSetup(book, await readSetup(sources, tenantId));
  describeLog(book, { ...(await also.verified), entries: (await sources.log.readHead(tenantId)).size });
  return { figures: book.figures, tables: book.tables, reliability, guarantee };
}
