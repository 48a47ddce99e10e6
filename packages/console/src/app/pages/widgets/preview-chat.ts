import type { QueryResponse } from '@avow/client';
import type { WidgetSettings } from '@avow/contract/widgets';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { AvowChat, type ChatConnection } from '../../widget/avow-chat.ts';
import { openVisitorMemory } from '../../widget/visitor-memory.ts';

const answer = {
  ...{ message_id: 'msg_preview', thread_id: 'thr_preview', status: 'delivered' },
  answer: widgetPageTexts.previewAnswer,
  citations: [
    {
      ...{ title: widgetPageTexts.previewSource, source: '', quote: widgetPageTexts.previewQuote, url: null },
    },
  ],
  ...{ related: [], confidence: { band: 'high' }, agent_context: { answer_language: 'en' } },
} as unknown as QueryResponse;

/** Answers every question with the same example, and asks nobody. */
const exampleClient = {
  async *streamQuery() {
    yield { type: 'message.delivered', id: 1, data: answer };
  },
  giveFeedback: async () => undefined,
  getVisitorOptions: async () => null,
} as unknown as ChatConnection['client'];

/** The widget itself, as the settings that are being edited say; open, and without a service. */
export class PreviewChat extends AvowChat {
  static readonly tag = 'avow-chat-preview';

  protected override connect(): ChatConnection {
    return { client: exampleClient, memory: openVisitorMemory(PreviewChat.tag, false) };
  }

  protected override startsOpen(): boolean {
    return true;
  }

  protected override async readSettings(): Promise<null> {
    return null;
  }

  /** It is shown by the page alone. */
  protected override show(settings: WidgetSettings | null, languages: readonly string[]): void {
    if (settings !== null) super.show(settings, languages);
  }

  preview(settings: WidgetSettings, language: string): void {
    this.show(settings, [language]);
  }
}

if (customElements.get(PreviewChat.tag) === undefined) customElements.define(PreviewChat.tag, PreviewChat);
