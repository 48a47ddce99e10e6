import type { Band, MessageStatus } from '@avow/contract/values';
import type { ThreadId } from '@avow/foundation';
import type { ReaderGroups } from './audience.ts';

/** Which messages a list has. */
export interface MessageFilter {
  /** Others are left out. */
  readonly readableBy: ReaderGroups;
  readonly threadId?: ThreadId;
  readonly endUserId?: string;
  readonly status?: MessageStatus;
  readonly band?: Band;
  readonly tripwireTriggered?: boolean;
  readonly channelType?: string;
  /** Only the newest of each thread. */
  readonly isLatestInThread?: true;
  /** Inclusive. */
  readonly createdFromMs?: number;
  /** Exclusive. */
  readonly createdBeforeMs?: number;
  /** What one guardrail did, or found in shadow mode; without `did`, whatever it found. */
  readonly found?: {
    readonly guardrailId: string;
    readonly did?: 'flag' | 'redact' | 'block' | 'failed' | 'shadow';
  };
}
