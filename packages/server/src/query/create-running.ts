import type { MessageId, TenantId } from '../interfaces/identity.ts';

/** Whose a message is. */
interface Asker {
  readonly tenantId: TenantId;
  readonly endUserId: string | null;
}

/** The messages that this process is answering, so that one can be given up, and those of a person be told. */
export interface Running {
  /** `cancel` is called at most once, and never after the end. */
  start(messageId: MessageId, asker: Asker, cancel: () => void): void;
  end(messageId: MessageId): void;
  /** False where the message is not in progress here, or is being cancelled already. */
  cancel(messageId: MessageId): boolean;
  /** Of this person, also those that are being cancelled: some may not be on record yet. */
  listOf(tenantId: TenantId, endUserId: string): MessageId[];
}

export function createRunning(): Running {
  const runs = new Map<MessageId, { readonly asker: Asker; cancel: (() => void) | null }>();
  return {
    start: (messageId, asker, cancel) => void runs.set(messageId, { asker, cancel }),
    end: (messageId) => void runs.delete(messageId),
    cancel: (messageId) => {
      const run = runs.get(messageId);
      const cancel = run?.cancel ?? null;
      if (run !== undefined) run.cancel = null;
      cancel?.();
      return cancel !== null;
    },
    listOf: (tenantId, endUserId) =>
      [...runs]
        .filter(([, { asker }]) => asker.tenantId === tenantId && asker.endUserId === endUserId)
        .map(([messageId]) => messageId),
  };
}
