import type { EvidenceFramework } from '@avow/contract/records';
import type { CallerId, ExportId, TenantId } from '@avow/foundation';
import type { BundleScope } from '@avow/ledger-log';
import type { ReaderGroups } from '../records/records.ts';

/** What an export is of: records that are selected, or the evidence of a period. */
export type ExportContent =
  | { readonly kind: 'records'; readonly scope: BundleScope }
  | {
      readonly kind: 'evidence';
      readonly period: { readonly fromMs: number; readonly untilMs: number };
      readonly frameworks: readonly EvidenceFramework[];
      readonly withRecords: boolean;
    };

/** What is in the file. */
export interface FileReport {
  /** Null: there is no bundle. */
  readonly records: number | null;
  readonly events: number | null;
  /** The size of the checkpoint in the bundle. */
  readonly size: number | null;
  /** Of evidence: whether the log verified. */
  readonly isVerified: boolean | null;
}

/** The file of an export that is ready. */
export interface ExportFile {
  readonly exportId: ExportId;
  /** It is a zip archive, else a bundle. */
  readonly isArchive: boolean;
  readonly bytes: number;
  /** Deciphers this part of it, or has another node do so. */
  open(range: { readonly start: number; readonly end: number }): NodeJS.ReadableStream;
}

/** An export in progress. */
export interface ExportRun {
  readonly ended: Promise<{
    readonly report: FileReport;
    readonly file: Omit<ExportFile, 'exportId' | 'isArchive'>;
  }>;
  /** Ends it if it has not ended, and deletes what it has written. */
  discard(): Promise<void>;
}

export interface ExportRequest {
  readonly exportId: ExportId;
  readonly tenantId: TenantId;
  readonly content: ExportContent;
  readonly readableBy: ReaderGroups;
  readonly actor: CallerId;
  readonly onProgress: (done: number, total: number) => void;
}
