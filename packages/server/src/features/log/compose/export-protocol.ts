import type { ExportReport } from '@avow/ledger';
import type { BundleScope } from '@avow/ledger-log';
import type { ReaderGroups } from '../../records/records.ts';
import type { ArchiveLocation } from '../../records/store/archive/open-archive.ts';

/** What the thread of an export is given. */
export interface ExportWork {
  readonly location: ArchiveLocation;
  readonly tenantId: string;
  readonly verifierKey: string;
  readonly scope: BundleScope;
  /** Records that others may see are left out. */
  readonly readableBy: ReaderGroups;
  readonly out: string;
  readonly bytesMax: number;
}

/** What the thread asks of the service, which has the log and its key. */
export type ExportQuestion =
  | { readonly kind: 'prove' }
  | { readonly kind: 'note'; readonly what: BundleScope['kind']; readonly records: number }
  | { readonly kind: 'cover'; readonly size: number };

export type FromExport =
  | { readonly kind: 'asked'; readonly id: number; readonly question: ExportQuestion }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'ended'; readonly report: ExportReport; readonly key: Uint8Array }
  /** For the caller, in plain words; null: see the error. */
  | { readonly kind: 'failed'; readonly explanation: string | null; readonly error: unknown };

export type ToExport =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown };
