import type { ConversationTurn } from '@avow/client';
import { type AskClient, ProblemError } from '@avow/client/ask';
import { button, element } from './elements.ts';
import { readAgain } from './read-again.ts';
import type { VisitorMemory } from './visitor-memory.ts';
import { widgetTexts } from './widget-texts.ts';

interface EarlierParts {
  readonly client: AskClient;
  readonly memory: VisitorMemory;
  readonly showLine: (line: HTMLElement) => void;
  /** Shows the question in the place of its line. */
  readonly open: (turn: ConversationTurn, line: HTMLElement) => void;
  readonly onNews: () => void;
}

/** What somebody waits for. A reply of a person is later than the answer. */
type Awaited = 'answer' | 'reply';

/**
 * Watches for answers and replies to questions of earlier conversations, and shows a line for each that opens it. What was not
 * opened is there again on the next visit.
 */
export function createEarlier({ client, memory, showLine, open, onNews }: EarlierParts) {
  let watching = new AbortController();

  /** The thread of a message once there is something to show; null: not yet. Undefined: there never will be. */
  async function findThread(
    id: string,
    awaited: Awaited,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    if (awaited === 'reply') {
      const { state, posts, thread_id: threadId } = await client.getHandover(id, { signal });
      if (state === 'waiting') return null;
      return posts.at(-1)?.from === 'asker' ? undefined : threadId;
    }
    const { status, thread_id: threadId } = await client.getMessage(id, { signal });
    return /^(queued|processing|in_review)$/.test(status) ? null : threadId;
  }

  const forget = (id: string, awaited: Awaited) =>
    awaited === 'answer' ? memory.setPending(id, false) : memory.setReplyPending(id, false);

  function lineFor(id: string, awaited: Awaited, threadId: string): HTMLElement {
    const show = button(widgetTexts.earlierShow, async () => {
      show.disabled = true;
      try {
        const { turns } = await client.getConversation(threadId);
        const turn = turns.find(({ message }) => message.message_id === id);
        forget(id, awaited);
        if (turn === undefined) line.remove();
        else open(turn, line);
      } catch {
        show.disabled = false;
      }
    });
    const line = element('p', { class: 'earlier note' }, `${widgetTexts.earlier} `, show);
    return line;
  }

  return {
    /** From now on: everything that is awaited but what these messages show themselves. */
    watch(shown: ReadonlySet<string>): void {
      watching.abort();
      watching = new AbortController();
      const { signal } = watching;
      const left: [string, Awaited][] = [
        ...memory.pending.map((id): [string, Awaited] => [id, 'answer']),
        ...memory.pendingReplies.map((id): [string, Awaited] => [id, 'reply']),
      ].filter(([id]) => !shown.has(id));
      const look = async (id: string, awaited: Awaited): Promise<boolean> => {
        const threadId = await findThread(id, awaited, signal).catch((error: unknown) => {
          const isGone = error instanceof ProblemError && (error.status === 404 || error.status === 410);
          return isGone ? undefined : null;
        });
        if (signal.aborted || threadId === null) return false;
        if (threadId === undefined) forget(id, awaited);
        else {
          showLine(lineFor(id, awaited, threadId));
          onNews();
        }
        return true;
      };
      const read = async () => {
        for (const one of [...left]) if (await look(...one)) left.splice(left.indexOf(one), 1);
        return left.length === 0;
      };
      if (left.length > 0) void readAgain({ read, signal });
    },
  };
}
