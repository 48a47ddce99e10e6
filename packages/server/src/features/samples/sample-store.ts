import type { SampleRequest } from '@avow/contract/auditing';
import type { SampleFinding, SampleMethod } from '@avow/contract/values';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { RecordStore } from '../records/record-store.ts';
import type { ReaderGroups } from '../records/records.ts';

/** Which records are drawn from. */
export type DrawnFrom = Parameters<RecordStore['listMessages']>[1];

export type SampleId = `smp_${string}`;

/** A record, as far as a draw needs to know it. */
export interface DrawableRecord {
  readonly messageId: MessageId;
  readonly leafHash: string;
  readonly confidenceScore: number;
  /** Guardrails that found something and are enforced. */
  readonly guardrailIds: readonly string[];
  /** Whether somebody has said that its answer is wrong. */
  readonly isContradicted: boolean;
}

export interface DrawnRecord {
  readonly messageId: MessageId;
  /** Why it was drawn. */
  readonly reason: string;
}

/** A sample, as it was drawn. */
export interface DrawnSample {
  readonly sampleId: SampleId;
  readonly method: SampleMethod;
  readonly size: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Further filters, as they were given. */
  readonly filters: SampleFilters;
  /** In hexadecimal. */
  readonly seed: string;
  readonly population: number;
  /** A reader of this sample must be able to name these groups; null: all of them. */
  readonly readableBy: ReaderGroups;
  readonly drawnAtMs: number;
  readonly drawnBy: CallerId;
}

export type SampleFilters = Omit<SampleRequest, 'method' | 'size' | 'from' | 'until'>;

export interface Judgement {
  readonly finding: SampleFinding;
  /** Null: none was given, or it was erased. */
  readonly note: string | null;
  readonly judgedAtMs: number;
  readonly judgedBy: CallerId;
  readonly leafIndex: number;
}

export interface SampleSummary extends DrawnSample {
  /** The entry of the log that says what was drawn. */
  readonly leafIndex: number;
  readonly drawn: number;
  readonly findings: Readonly<Record<SampleFinding, number>>;
  readonly signedOff: { readonly atMs: number; readonly by: CallerId; readonly leafIndex: number } | null;
}

export interface Sample extends SampleSummary {
  /** Null: it was not stated, or erased. */
  readonly statement: string | null;
  /** In the order in which they were drawn. */
  readonly items: readonly (DrawnRecord & { readonly judgement: Judgement | null })[];
}

interface By {
  readonly atMs: number;
  readonly by: CallerId;
}

/** What is judged, and what is signed, is on the log in the same commit; words are sealed beside it. */
export interface SampleStore {
  /** Records with content that have ended, newest first. */
  listDrawable(
    tenantId: TenantId,
    filter: DrawnFrom,
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<readonly DrawableRecord[]>;
  putSample(
    tenantId: TenantId,
    sample: DrawnSample,
    given: { readonly items: readonly DrawnRecord[]; readonly samplesMax: number },
  ): Promise<'kept' | 'too_many'>;
  getSample(tenantId: TenantId, sampleId: SampleId): Promise<Sample | null>;
  /** Newest first. */
  listSamples(
    tenantId: TenantId,
    page: { readonly before: SampleId | null; readonly limit: number },
  ): Promise<readonly SampleSummary[]>;
  /** `unknown`: there is no such record in such a sample. */
  judgeItem(
    tenantId: TenantId,
    place: { readonly sampleId: SampleId; readonly messageId: MessageId },
    judged: By & { readonly finding: SampleFinding; readonly note: string; readonly judgementsMax: number },
  ): Promise<'judged' | 'signed_off' | 'too_many' | 'unknown'>;
  signOff(
    tenantId: TenantId,
    sampleId: SampleId,
    signed: By & { readonly statement: string },
  ): Promise<'signed' | 'signed_off' | 'incomplete' | 'unknown'>;
}
