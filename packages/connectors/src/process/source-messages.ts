import type { SourceCredentials } from '@avow/contract/sources';
import type { KnownItem, ReadEnd, SourceFileItem, SourceItem } from '../connector.ts';
import type { RemoteConnection } from '../open-connector.ts';
import type { SourceFaultCode } from '../source-fault.ts';

/** What the process may reach, beside the source. */
export interface ProcessSettings {
  readonly allowPrivateAddresses: boolean;
  readonly timeoutMs: number;
  readonly fileBytesMax: number;
  /** Trusted for https, if they are not those of the runtime. */
  readonly certificates: readonly string[];
}

/** To the process: the source, what is known of it in parts, and then one request for each message that is wanted. */
export type SourceRequest =
  | {
      readonly kind: 'open';
      readonly connection: RemoteConnection;
      readonly credentials: SourceCredentials;
      readonly cursor: string | null;
      readonly settings: ProcessSettings;
    }
  | { readonly kind: 'known'; readonly items: readonly KnownItem[] }
  | { readonly kind: 'next' };

/** A file without its bytes, which follow. */
type FileHead = Omit<SourceFileItem, 'bytes'> & { readonly size: number };
export type CrossingItem = FileHead | Exclude<SourceItem, { readonly kind: 'file' }>;

/** From the process: one for each request, beside those that say that it has started and that it is not stuck. */
export type SourceMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'item'; readonly item: CrossingItem }
  | { readonly kind: 'part'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly end: ReadEnd }
  | { readonly kind: 'fault'; readonly code: SourceFaultCode; readonly message: string }
  /** Something that no source should bring about. */
  | { readonly kind: 'failed'; readonly message: string };
