import type { ConversationTurn, Handover, QueryResponse, VisitorOptions } from '@avow/client';
import { type AskClient, ConnectionError, isTerminalEvent, ProblemError } from '@avow/client/ask';
import { createEarlier } from './earlier.ts';
import { emailForm } from './email-form.ts';
import { createHandoverView } from './handover-view.ts';
import { readAgain } from './read-again.ts';
import { createTurn, type ShownTurn } from './turn.ts';
import type { VisitorMemory } from './visitor-memory.ts';
import { widgetTexts } from './widget-texts.ts';

export interface VisitorConversation {
  /** Shows what was said on earlier visits, with what was decided since. */
  resume(): Promise<void>;
  /** Asks, and shows the answer in a turn as it arrives. Resolves once it has ended. */
  ask(question: string): Promise<void>;
  /** The next question begins a new thread. */
  restart(): void;
}

interface ConversationDependencies {
  readonly client: AskClient;
  readonly memory: VisitorMemory;
  readonly packs: () => readonly string[];
  readonly show: (turn: ShownTurn) => void;
  /** A line below what is shown. */
  readonly showLine: (line: HTMLElement) => void;
  readonly onChange: () => void;
  /** An answer that a person has decided on is here. */
  readonly onNews: () => void;
}

export function createConversation(parts: ConversationDependencies): VisitorConversation {
  const { client, memory, packs, show, showLine, onChange, onNews } = parts;
  let ending = new AbortController();
  let offered: Promise<VisitorOptions | null> | null = null;

  const readOptions = () => {
    offered ??= client.getVisitorOptions().catch(() => null);
    return offered;
  };

  /** Offers a person below a message, and shows what was said with one before. */
  async function offerPerson(turn: ShownTurn, messageId: string, begun: Handover | null): Promise<void> {
    const { signal } = ending;
    const options = await readOptions();
    if (options === null || signal.aborted) return;
    const onState = (isWaiting: boolean) => memory.setReplyPending(messageId, isWaiting);
    const view = createHandoverView({ client, messageId, options, signal, onNews, onChange, onState });
    if (view === null) return;
    turn.attach(view.root);
    onChange();
    if (begun !== null) view.resume(begun);
  }

  /** Shows a message as it is. */
  function showMessage(turn: ShownTurn, message: QueryResponse, isReviewed: boolean): void {
    const { message_id: id, status } = message;
    if (status === 'failed' || status === 'cancelled') turn.fail(widgetTexts.failed);
    else
      turn.end(message, {
        note: isReviewed && status === 'delivered' ? widgetTexts.reviewed : null,
        onFeedback: (verdict) => client.giveFeedback(id, { verdict }),
        readReceipt: () => Promise.all([client.getReceipt(id), client.getWidgetSettings()]),
      });
    memory.setPending(id, false);
    onChange();
  }

  /** The answer may take a person hours: it is shown once they have decided, now or on a later visit. */
  function awaitEnd(turn: ShownTurn, { message_id: id, status }: QueryResponse): void {
    const { signal } = ending;
    const isInReview = status === 'in_review';
    memory.setPending(id, true);
    const text = memory.isLasting ? `${widgetTexts.review} ${widgetTexts.reviewLasting}` : widgetTexts.review;
    if (isInReview) {
      turn.wait(text);
      void readOptions().then((options) => {
        if (options?.email_answers && memory.pending.includes(id))
          turn.wait(
            text,
            emailForm((email) => client.notifyByEmail(id, { email })),
          );
        onChange();
      });
    }
    const read = async () => {
      const message = await client.getMessage(id, { signal });
      if (isOpen(message)) return false;
      showMessage(turn, message, isInReview);
      if (isInReview) onNews();
      return true;
    };
    void readAgain({ read, signal });
  }

  async function follow(question: string, turn: ShownTurn, { signal }: AbortController): Promise<void> {
    const { threadId } = memory;
    const request = {
      prompt: question,
      ...{ channel_type: 'chat', answer_format: 'markdown' as const },
      ...(threadId === null ? {} : { thread_id: threadId }),
      ...(packs().length === 0 ? {} : { content_pack_ids: [...packs()] }),
    };
    for await (const event of client.streamQuery(request, { signal })) {
      if (event.type === 'message.created') memory.keepThread(event.data.thread_id);
      if (event.type === 'message.answer.delta') turn.addText(event.data.text, event.data.generated);
      const isInReview = event.type === 'message.in_review';
      if (isTerminalEvent(event)) showMessage(turn, event.data, false);
      if (isTerminalEvent(event) || isInReview) void offerPerson(turn, event.data.message_id, null);
      onChange();
      if (isInReview) return awaitEnd(turn, event.data);
    }
  }

  /** A thread may be erased, or kept no longer: the question then begins a new one. */
  async function followAnew(question: string, turn: ShownTurn, ended: AbortController): Promise<void> {
    const isInThread = memory.threadId !== null;
    try {
      await follow(question, turn, ended);
    } catch (error) {
      if (!isInThread || !isNotFound(error)) throw error;
      memory.keepThread(null);
      await follow(question, turn, ended);
    }
  }

  /** A question of an earlier visit, with what became of it. */
  function showAgain(turn: ShownTurn, { message, reviewed, handover }: ConversationTurn): void {
    void offerPerson(turn, message.message_id, handover);
    if (isOpen(message)) awaitEnd(turn, message);
    else {
      const isNews = memory.pending.includes(message.message_id);
      showMessage(turn, message, reviewed);
      if (isNews) onNews();
    }
  }

  const earlier = createEarlier({
    ...{ client, memory, showLine, onNews },
    open: (found, line) => {
      const turn = createTurn(found.question);
      line.replaceWith(turn.root);
      showAgain(turn, found);
      turn.root.tabIndex = -1;
      turn.root.focus();
    },
  });

  return {
    resume: async () => {
      const { threadId } = memory;
      const shown = new Set<string>();
      if (threadId === null) return earlier.watch(shown);
      const ended = ending;
      try {
        const { turns } = await client.getConversation(threadId, { signal: ended.signal });
        for (const found of turns) {
          const turn = createTurn(found.question);
          show(turn);
          shown.add(found.message.message_id);
          showAgain(turn, found);
        }
      } catch (error) {
        if (isNotFound(error)) memory.keepThread(null);
      }
      earlier.watch(shown);
    },
    ask: async (question) => {
      const turn = createTurn(question);
      const ended = ending;
      show(turn);
      try {
        await followAnew(question, turn, ended);
      } catch (error) {
        if (!ended.signal.aborted) turn.fail(messageFor(error));
      }
      onChange();
    },
    restart: () => {
      ending.abort();
      ending = new AbortController();
      memory.keepThread(null);
      earlier.watch(new Set());
    },
  };
}

const isOpen = ({ status }: QueryResponse) => /^(queued|processing|in_review)$/.test(status);

const isNotFound = (error: unknown) => error instanceof ProblemError && error.status === 404;

function messageFor(error: unknown): string {
  if (error instanceof ProblemError) {
    if (error.status === 429) return widgetTexts.tooMany;
    return error.status === 401 || error.status === 403 ? widgetTexts.unavailable : widgetTexts.failed;
  }
  return error instanceof ConnectionError ? widgetTexts.offline : widgetTexts.failed;
}
