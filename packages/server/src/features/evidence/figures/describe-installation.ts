import type { GuardrailPolicy } from '@avow/contract/guardrails';
import { formatTime } from '@avow/contract/values';
import type { LogReport } from '@avow/ledger/verification';
import type { Hold, Retention } from '../../retention/retention-store.ts';
import type { WidgetRow } from '../../widgets/widget-store.ts';
import type { FigureBook } from './figure-book.ts';

/** How the tenant is set up now. */
export interface Setup {
  readonly retention: Retention;
  readonly activeHolds: readonly Hold[];
  /** Null: the built-in policy is in force. */
  readonly policy: GuardrailPolicy | null;
  readonly widgets: readonly WidgetRow[];
}

export function describeSetup(book: FigureBook, { retention, activeHolds, policy, widgets }: Setup): void {
  book.measure(retention.contentDays, 'days', {
    key: 'retention.content_days',
    title: 'Content is kept for',
    definition: 'Days after which the content of a message is destroyed, unless it is under legal hold.',
  });
  book.measure(retention.recordDays, 'days', {
    key: 'retention.record_days',
    title: 'Records are kept for',
    definition:
      'Days after which the record itself is dropped; its entry in the log stays. None: records are kept.',
  });
  book.count(activeHolds.length, {
    key: 'holds.active',
    title: 'Legal holds in force',
    definition: 'Active legal holds when this was written.',
  });
  book.yesNo(policy !== null, {
    key: 'policy.own',
    title: 'The tenant has a guardrail policy of its own',
    definition: 'Whether a policy was set; otherwise the built-in one is in force.',
  });
  book.yesNo((policy?.review.below ?? null) !== null, {
    key: 'review.on',
    title: 'Answers below a score wait for a person',
    definition: 'Whether the policy in force sends answers below a score to review.',
  });
  book.yesNo(true, {
    key: 'mark.machine_readable',
    title: 'Answers are marked for machines',
    definition:
      'Responses, events, headers and the markup of the widget say how the words of an answer came about. A property of this version, which no setting switches off.',
  });
  book.yesNo(
    widgets.every(({ settings }) => settings.mark !== 'chat'),
    {
      key: 'mark.each_answer',
      title: 'Every widget marks each answer',
      definition:
        'Whether all widgets of the tenant say below each answer that it is automatic; the mark for machines is always there.',
    },
  );
}

/** What the verification of the log found that was run for this pack. */
export interface Verified {
  /** Null: it was not run. */
  readonly report: LogReport | null;
  /** The first thing that does not verify. */
  readonly fault: string | null;
  readonly entries: number;
}

export function describeLog(book: FigureBook, { report, fault, entries }: Verified): void {
  const of = (kind: string) => report?.proved.sources.filter((one) => one.kind === kind) ?? [];
  book.count(entries, {
    key: 'log.entries',
    title: 'Entries in the log',
    definition: 'The size of the log of the tenant when this was written.',
  });
  book.count(report?.checkpoints ?? null, {
    key: 'log.checkpoints',
    title: 'Signed checkpoints',
    definition: 'Signed sizes and roots of the log that are stored and fit the log.',
  });
  book.yesNo(report === null && fault === null ? null : fault === null, {
    key: 'log.verified',
    title: 'Everything verifies',
    definition:
      'Whether all records, entries, hashes and signatures of the tenant agree, as "avow audit verify" checks them; run for this pack.',
  });
  book.count(report?.anchored ?? null, {
    key: 'log.anchored',
    title: 'Checkpoints in anchors',
    definition: 'Lines of the anchor folder that agree with the log.',
  });
  book.yesNo(report === null ? null : report.proved.sources.length > 0, {
    key: 'log.attested_outside',
    title: 'Others prove the time of the log',
    definition: 'Whether there is a trusted authority or witness whose word on a checkpoint verifies.',
  });
  book.count(report === null ? null : of('time_stamp').length, {
    key: 'log.time_stamp_sources',
    title: 'Authorities that stamp the log',
    definition: 'Trusted time stamp authorities (RFC 3161) whose stamps of checkpoints verify.',
  });
  book.count(report === null ? null : of('cosignature').length, {
    key: 'log.witnesses',
    title: 'Witnesses that cosign the log',
    definition: 'Trusted witnesses whose cosignatures of checkpoints verify.',
  });
  book.table({
    ...{ key: 'proved_by', title: 'Who proves the time of the log' },
    definition: 'Time stamps and cosignatures of others: up to which entry, and since when.',
    columns: ['who', 'kind', 'entries', 'since', 'first entries', 'first since'],
    rows: (report?.proved.sources ?? []).map(({ by, kind, size, atMs, first }) => [
      ...[by, kind, size, formatTime(atMs), first.size, formatTime(first.atMs)],
    ]),
  });
}
