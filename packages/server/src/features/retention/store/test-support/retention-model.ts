import type { HoldId, MessageId } from '@avow/foundation';
import type { MessageRow } from '../../../records/record-store.ts';
import type { HoldTarget } from '../../retention-store.ts';

type Content = 'whole' | 'expired' | 'erased' | 'dropped';

export interface RetainedMessage {
  readonly row: MessageRow;
  hasEnded: boolean;
  content: Content;
  /** Who gave feedback on it. */
  readonly saidBy: Set<string>;
}

/** A simple model of a retention store. */
export class RetentionModel {
  readonly messages = new Map<MessageId, RetainedMessage>();
  readonly holds = new Map<HoldId, HoldTarget>();
  /** Of each event the state, and the messages that it names. */
  readonly events: Array<readonly [state: string, ...messageIds: MessageId[]]> = [];

  add(row: MessageRow, hasEnded: boolean): void {
    this.messages.set(row.messageId, { row, hasEnded, content: 'whole', saidBy: new Set() });
  }

  isUnderHold({ row, content, saidBy }: RetainedMessage): boolean {
    return [...this.holds.values()].some((target) => {
      if (target.scope === 'message') return target.messageId === row.messageId;
      if (target.scope === 'thread') return target.threadId === row.threadId;
      if (target.scope === 'tenant' || target.endUserId === null) return target.scope === 'tenant';
      // An erased message names nobody.
      const asker = content === 'erased' ? null : row.endUserId;
      return target.endUserId === asker || saidBy.has(target.endUserId);
    });
  }

  say(messageId: MessageId, endUserId: string): string {
    const message = this.messages.get(messageId);
    if (message?.content !== 'whole') return 'unknown';
    if (message.saidBy.has(endUserId) && this.isUnderHold(message)) return 'under_hold';
    message.saidBy.add(endUserId);
    return 'kept';
  }

  eraseTraces(endUserId: string): void {
    for (const message of this.messages.values())
      if (!this.isUnderHold(message)) message.saidBy.delete(endUserId);
  }

  erase(messageId: MessageId): string {
    const message = this.messages.get(messageId);
    if (message === undefined) return 'unknown';
    if (message.content === 'dropped') return 'dropped';
    if (!message.hasEnded) return 'unfinished';
    if (message.content === 'erased') return 'already_erased';
    if (this.isUnderHold(message)) return 'under_hold';
    message.content = 'erased';
    message.saidBy.clear();
    this.events.push(['erased', messageId]);
    return 'erased';
  }

  expire(askedBeforeMs: number): number {
    return this.#sweep('expired', 'content_expired', askedBeforeMs, (one) => one.content === 'whole');
  }

  drop(askedBeforeMs: number): number {
    const isEmpty = ({ content }: RetainedMessage) => content === 'expired' || content === 'erased';
    return this.#sweep('dropped', 'record_dropped', askedBeforeMs, isEmpty);
  }

  #sweep(
    to: 'expired' | 'dropped',
    state: string,
    askedBeforeMs: number,
    isDue: (message: RetainedMessage) => boolean,
  ): number {
    const due = [...this.messages.values()].filter(
      (one) => one.hasEnded && one.row.createdAtMs < askedBeforeMs && isDue(one) && !this.isUnderHold(one),
    );
    for (const message of due) {
      message.content = to;
      message.saidBy.clear();
      this.events.push([state, message.row.messageId]);
    }
    return due.length;
  }
}
