import type { OutboxEvent } from '@avow/foundation';
import type { LabelColumns } from '../../feedback/store/label-columns.ts';
import type { Mail } from '../../mail/mail.ts';
import type { NewMail } from '../../mail/mail-store.ts';
import type { ClaimEnding, JournalEvent, ReviewEnding } from '../record-store.ts';
import type { EncodedMessage } from './message-columns.ts';
import type { SpendingColumns } from './spending-columns.ts';

/** A new message as it is written, and what is committed with it. */
export interface AdmissionRows {
  readonly message: EncodedMessage;
  /** The idempotency key that the message holds. */
  readonly claim: Pick<EndedClaim, 'route' | 'key'> | null;
  readonly journal: readonly JournalEvent[];
}

/** What happens to the idempotency key of a message. */
interface EndedClaim {
  readonly route: string;
  readonly key: string;
  readonly ending: ClaimEnding['ending'];
}

/** The end of a message as it is written, and what is committed with it. */
export interface EndRows {
  readonly message: EncodedMessage;
  /** Nothing of it is on record, and nobody else knows of it. */
  readonly isNew: boolean;
  /** The states from which this end may be reached, in one text. */
  readonly reachableFrom: string;
  readonly nowMs: number;
  readonly claim: EndedClaim | null;
  /** The same for whichever key the message holds, if nobody says which; null: it holds none. */
  readonly heldKey: EndedClaim['ending'] | null;
  readonly journal: readonly JournalEvent[];
  readonly cost: SpendingColumns | null;
  readonly label: LabelColumns | null;
  readonly events: readonly OutboxEvent[];
  readonly mails: readonly NewMail[];
  /** What is sent to the address that was kept for the end of the message. */
  readonly mailToAsker: Omit<Mail, 'to'> | null;
  /** Of a message that was pending review; null: without a decision. */
  readonly review: ReviewEnding | null;
}
