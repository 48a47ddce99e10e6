import type { TenantId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { GuardrailFinding } from '../../records/record-store.ts';

/** Where a finding was made: what lists of messages are filtered by, and never a word of the message. */
export interface FoundIn {
  readonly messageId: string;
  readonly status: string;
  readonly band: string;
  readonly channel: string;
  readonly policyVersion: string;
}

interface EventBase {
  /** The same whenever it is sent: by it, collectors recognise what they have already. */
  readonly id: string;
  readonly tenantId: TenantId;
  readonly atMs: number;
  /** The place of its entry on the log of the tenant. */
  readonly leafIndex: number;
}

/** An administrative event of the log. */
export interface AdministrativeEvent extends EventBase {
  readonly type: 'administrative';
  readonly kind: string;
  readonly action: string;
  /** The id of what it is about; empty: the whole tenant. */
  readonly subject: string;
  /** The id of a key or a person, or `operator`; empty: the service itself. */
  readonly actor: string;
  /** The name that the person had; null: it is none, or none is known. */
  readonly actorName: string | null;
  readonly details: readonly NamedText[];
}

/** What a guardrail found in a message, or that it did not run. */
export interface GuardrailEvent extends EventBase {
  readonly type: 'guardrail';
  readonly finding: GuardrailFinding;
  readonly message: FoundIn;
}

export type SecurityEvent = AdministrativeEvent | GuardrailEvent;

/** Sent on request, to find out whether a collector takes events. It is of no tenant, and on no log. */
export interface TestEvent {
  readonly type: 'test';
  readonly id: string;
  readonly atMs: number;
}
