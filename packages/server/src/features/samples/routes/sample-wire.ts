import type { SampleEntry, SampleItemEntry, SampleSummaryEntry } from '@avow/contract/auditing';
import { formatTime } from '@avow/contract/values';
import { writeTable } from '../../../http/write-table.ts';
import { estimateShare, type ShareEstimate } from '../estimate-share.ts';
import type { Sample, SampleSummary } from '../sample-store.ts';

const judgedOf = ({ findings }: SampleSummary) =>
  Object.values(findings).reduce((sum, count) => sum + count, 0);

const estimateToWire = ({ found, of, from, until }: ShareEstimate) => ({
  ...{ found, of, share_from: from, share_until: until },
});

/** A part that was judged need not be a random part. */
function estimatesOf(sample: SampleSummary): SampleSummaryEntry['estimates'] {
  const { method, drawn, findings } = sample;
  if (method !== 'random' || drawn === 0 || judgedOf(sample) < drawn) return null;
  const { none, minor, major } = findings;
  const readable = none + minor + major;
  return {
    minor_or_major: estimateToWire(estimateShare(minor + major, readable)),
    major: estimateToWire(estimateShare(major, readable)),
  };
}

export function summaryToWire(sample: SampleSummary): SampleSummaryEntry {
  const { method, size, fromMs, untilMs, filters, seed, population, drawn, findings, signedOff } = sample;
  return {
    sample_id: sample.sampleId as SampleSummaryEntry['sample_id'],
    ...{ method, size, from: formatTime(fromMs), until: formatTime(untilMs), filters: { ...filters } },
    ...{ seed, population, restricted: sample.readableBy !== null },
    ...{ drawn, judged: judgedOf(sample), findings: { ...findings }, estimates: estimatesOf(sample) },
    ...{ drawn_at: formatTime(sample.drawnAtMs), drawn_by: sample.drawnBy, leaf_index: sample.leafIndex },
    signed_off_at: signedOff === null ? null : formatTime(signedOff.atMs),
    signed_off_by: signedOff?.by ?? null,
  };
}

export function itemToWire({ messageId, reason, judgement }: Sample['items'][number]): SampleItemEntry {
  return {
    message_id: messageId as SampleItemEntry['message_id'],
    ...{ reason, finding: judgement?.finding ?? null, note: judgement?.note ?? null },
    judged_at: judgement === null ? null : formatTime(judgement.judgedAtMs),
    judged_by: judgement?.judgedBy ?? null,
    leaf_index: judgement?.leafIndex ?? null,
  };
}

export function sampleToWire(sample: Sample): SampleEntry {
  return { ...summaryToWire(sample), statement: sample.statement, items: sample.items.map(itemToWire) };
}

const columns: Readonly<Record<string, (item: SampleItemEntry) => string | number | null>> = {
  message_id: (item) => item.message_id,
  reason: (item) => item.reason,
  finding: (item) => item.finding,
  note: (item) => item.note,
  judged_at: (item) => item.judged_at,
  judged_by: (item) => item.judged_by,
  leaf_index: (item) => item.leaf_index,
};

/** The records of a sample as a table for spreadsheets. */
export const writeItemTable = (items: readonly SampleItemEntry[]) =>
  writeTable(columns, items, { hasHead: true });
