import type { MessageId, TenantId } from '@avow/foundation';

/** To whom a message belongs. */
interface Owner {
  readonly tenantId: TenantId;
  readonly endUserId: string | null;
  /** The thread that it continues or begins. */
  readonly threadId: string;
}

/** The messages that this process is answering, so that one can be cancelled, and those of a person or a thread listed. */
export interface Running {
  /** `cancel` is called at most once, and never after the end. */
  start(messageId: MessageId, owner: Owner, cancel: () => void): void;
  end(messageId: MessageId): void;
  /** False if the message is not in progress here, or is being cancelled already. */
  cancel(messageId: MessageId): boolean;
  has(messageId: MessageId): boolean;
  /** Those of such an owner, also those that are being cancelled: some may not be on record yet. */
  listOf(isOwner: (owner: Owner) => boolean): MessageId[];
}

export function createRunning(): Running {
  const runs = new Map<MessageId, { readonly owner: Owner; cancel: (() => void) | null }>();
  return {
    start: (messageId, owner, cancel) => void runs.set(messageId, { owner, cancel }),
    end: (messageId) => void runs.delete(messageId),
    cancel: (messageId) => {
      const run = runs.get(messageId);
      const cancel = run?.cancel ?? null;
      if (run !== undefined) run.cancel = null;
      cancel?.();
      return cancel !== null;
    },
    has: (messageId) => runs.has(messageId),
    listOf: (isOwner) => [...runs].filter(([, { owner }]) => isOwner(owner)).map(([messageId]) => messageId),
  };
}
