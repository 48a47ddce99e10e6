import type { QueryResponse } from '@avow/contract/query';
import { type Conversation, conversationTurnsMax } from '@avow/contract/visitors';
import { AppError, type Clock, type MessageId, type TenantId, type ThreadId } from '@avow/foundation';
import { isMailAddress, type Mail, type Mailer } from '../mail/mail.ts';
import type { MailStore } from '../mail/mail-store.ts';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { describeGenerated, openEnvelope, type ReaderGroups, responseOf } from '../records/records.ts';
import type { HandoverStore } from './handover-store.ts';
import { handoverToWire, inContext } from './handovers.ts';

/** Who reads a conversation. */
interface ConversationReader {
  readonly groups: ReaderGroups;
  /** The visitor whose conversation it has to be; null: anybody who may read messages. */
  readonly visitorId: string | null;
}

/** What those who ask have beside an answer. Refusals are thrown as an `AppError`: `not_found`, `invalid_state`. */
export interface Visitors {
  readConversation(tenantId: TenantId, threadId: ThreadId, reader: ConversationReader): Promise<Conversation>;
  readonly options: { readonly emailAnswers: boolean };
  /** The end of the message is sent to this address. */
  notifyByEmail(tenantId: TenantId, messageId: MessageId, email: string): Promise<void>;
}

export interface VisitorParts {
  readonly records: Pick<RecordStore, 'listMessages' | 'isHidden'>;
  readonly mails: Pick<MailStore, 'keepAddress'>;
  readonly handovers: Pick<HandoverStore, 'getHandover'>;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

export function createVisitors({ records, mails, handovers, mailer, clock }: VisitorParts): Visitors {
  return {
    options: { emailAnswers: mailer.isOn },
    async readConversation(tenantId, threadId, { groups, visitorId }) {
      if (await records.isHidden(tenantId, threadId, groups)) throw new AppError('not_found');
      const mine = visitorId === null ? {} : { endUserId: visitorId };
      const filter = { readableBy: groups, threadId, ...mine };
      const page = { before: null, limit: conversationTurnsMax + 1 };
      const found = await records.listMessages(tenantId, filter, page);
      if (found.length === 0) throw new AppError('not_found');
      const turns = found.slice(0, conversationTurnsMax).reverse();
      const toTurn = async (stored: StoredMessage) => {
        const handover = await handovers.getHandover(tenantId, stored.messageId);
        const { question, review } = openEnvelope(stored.envelope);
        return {
          question,
          message: responseOf(stored),
          // Nobody has read what nobody decided in time.
          reviewed: review !== null && review.decided_by !== null,
          handover:
            handover === null ? null : handoverToWire(inContext(handover, stored), visitorId !== null),
        };
      };
      return {
        thread_id: threadId,
        turns: await Promise.all(turns.map(toTurn)),
        has_earlier: found.length > conversationTurnsMax,
      };
    },
    async notifyByEmail(tenantId, messageId, email) {
      if (!mailer.isOn)
        throw new AppError('invalid_state', {
          detail: 'No e-mail can be sent: the service has no mail server (AVOW_SMTP_URL).',
        });
      if (!isMailAddress(email)) {
        const errors = [{ pointer: '/email', code: 'invalid_value', message: 'Must be an e-mail address' }];
        throw new AppError('validation_failed', { errors });
      }
      const kept = await mails.keepAddress(tenantId, { messageId, to: email, nowMs: clock.nowMs() });
      if (kept === 'unknown') throw new AppError('not_found');
      if (kept === 'not_pending')
        throw new AppError('invalid_state', {
          detail: 'The message is not pending review: read its answer.',
        });
    },
  };
}

/** The end of a message as it is sent to those who left an address. It does not repeat the question. */
export function mailOfEnd({
  status,
  answer,
  citations,
  generated,
}: Pick<QueryResponse, 'status' | 'answer' | 'citations' | 'generated'>): Omit<Mail, 'to'> {
  const isAnswered = status === 'delivered';
  const names = [...new Set(citations.map(({ title, source }) => (title === '' ? source : title)))];
  const sources = isAnswered && names.length > 0 ? ['', 'Sources:', ...names.map((name) => `- ${name}`)] : [];
  const mark = generated === null ? [] : ['', describeGenerated(generated)];
  const opening = isAnswered ? 'Your question was answered:' : 'Your question was not answered:';
  return {
    subject: isAnswered ? 'The answer to your question' : 'Your question was not answered',
    text: [opening, '', answer, ...sources, ...mark].join('\n'),
  };
}
