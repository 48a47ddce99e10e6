import { type AskClient, ConnectionError, isTerminalEvent, ProblemError } from '@avow/client/ask';
import { createTurn, type ShownTurn } from './turn.ts';
import { widgetTexts } from './widget-texts.ts';

export interface Conversation {
  /** Asks, and shows the answer in a turn as it arrives. Resolves once it has ended. */
  ask(question: string): Promise<void>;
  /** The next question begins a new thread. */
  restart(): void;
}

interface ConversationDependencies {
  readonly client: AskClient;
  readonly packs: () => readonly string[];
  readonly show: (turn: ShownTurn) => void;
  readonly onChange: () => void;
}

export function createConversation({
  client,
  packs,
  show,
  onChange,
}: ConversationDependencies): Conversation {
  let threadId: string | null = null;
  let ending = new AbortController();

  async function follow(question: string, turn: ShownTurn, { signal }: AbortController): Promise<void> {
    const request = {
      prompt: question,
      ...{ channel_type: 'chat', answer_format: 'markdown' as const },
      ...(threadId === null ? {} : { thread_id: threadId }),
      ...(packs().length === 0 ? {} : { content_pack_ids: [...packs()] }),
    };
    for await (const event of client.streamQuery(request, { signal })) {
      if (event.type === 'message.created') threadId = event.data.thread_id;
      if (event.type === 'message.answer.delta') turn.addText(event.data.text);
      const isLast = isTerminalEvent(event) || event.type === 'message.in_review';
      if (isLast && event.type === 'message.failed') turn.fail(widgetTexts.failed);
      else if (isLast)
        turn.end(event.data, (verdict) => client.giveFeedback(event.data.message_id, { verdict }));
      onChange();
      // The answer may take a person hours: nobody waits for it here.
      if (event.type === 'message.in_review') return;
    }
  }

  return {
    ask: async (question) => {
      const turn = createTurn(question);
      const ended = ending;
      show(turn);
      try {
        await follow(question, turn, ended);
      } catch (error) {
        if (!ended.signal.aborted) turn.fail(messageFor(error));
      }
      onChange();
    },
    restart: () => {
      ending.abort();
      ending = new AbortController();
      threadId = null;
    },
  };
}

function messageFor(error: unknown): string {
  if (error instanceof ProblemError) {
    if (error.status === 429) return widgetTexts.tooMany;
    return error.status === 401 || error.status === 403 ? widgetTexts.unavailable : widgetTexts.failed;
  }
  return error instanceof ConnectionError ? widgetTexts.offline : widgetTexts.failed;
}
