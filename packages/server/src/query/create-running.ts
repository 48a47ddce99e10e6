import type { MessageId } from '../interfaces/identity.ts';

/** The messages that this process is answering, so that one can be given up. */
export interface Running {
  /** `cancel` is called at most once, and never after the end. */
  start(messageId: MessageId, cancel: () => void): void;
  end(messageId: MessageId): void;
  /** False where the message is not in progress here, or is being cancelled already. */
  cancel(messageId: MessageId): boolean;
}

export function createRunning(): Running {
  const cancels = new Map<MessageId, () => void>();
  return {
    start: (messageId, cancel) => void cancels.set(messageId, cancel),
    end: (messageId) => void cancels.delete(messageId),
    cancel: (messageId) => {
      const cancel = cancels.get(messageId);
      cancels.delete(messageId);
      cancel?.();
      return cancel !== undefined;
    },
  };
}
