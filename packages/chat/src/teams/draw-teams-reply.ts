import { chatTexts } from '../chat-texts.ts';
import type { ChatReply, ReplySource } from '../compose-reply.ts';
import type { AnswerRating } from '../create-assistant.ts';

export const rateVerbs = { right: 'avow.right', wrong: 'avow.wrong' } as const satisfies Record<
  AnswerRating,
  string
>;

interface Run {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly italic?: true;
  readonly isSubtle?: true;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

interface Block {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly Run[];
  readonly spacing?: 'None' | 'Small' | 'Medium';
}

/** An Adaptive Card, as far as it is used here. */
export interface ReplyCard {
  readonly type: 'AdaptiveCard';
  readonly version: '1.5';
  readonly body: readonly Block[];
  readonly actions?: readonly {
    readonly type: 'Action.Execute';
    readonly title: string;
    readonly verb: string;
    readonly data: { readonly message_id: string };
  }[];
}

const linesMax = 100;

/** Texts are runs, in which Markdown is not interpreted: nothing in a document becomes a link or a mention. */
export function drawTeamsReply({ text, notes, sources, sourcesTitle, ratedMessageId }: ChatReply): ReplyCard {
  const title = block([{ type: 'TextRun', text: sourcesTitle, weight: 'Bolder' }], 'Medium');
  const note = block([{ type: 'TextRun', text: notes.join(' '), italic: true, isSubtle: true }], 'Medium');
  const rates = (['right', 'wrong'] as const).map((verdict) => ({
    type: 'Action.Execute' as const,
    title: chatTexts[verdict],
    verb: rateVerbs[verdict],
    data: { message_id: ratedMessageId ?? '' },
  }));
  return {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [
      ...drawLines(text),
      ...(sources.length === 0 ? [] : [title, ...sources.flatMap(drawSource)]),
      ...(notes.length === 0 ? [] : [note]),
    ],
    ...(ratedMessageId === null ? {} : { actions: rates }),
  };
}

function block(inlines: readonly Run[], spacing?: Block['spacing']): Block {
  return { type: 'RichTextBlock', inlines, ...(spacing === undefined ? {} : { spacing }) };
}

/** A run is one line. */
function drawLines(text: string): Block[] {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '');
  const shown = lines.length <= linesMax ? lines : [...lines.slice(0, linesMax), '…'];
  return shown.map((line) => block([{ type: 'TextRun', text: line }], 'Small'));
}

function drawSource({ title, url, quote }: ReplySource, index: number): Block[] {
  const link = url === null ? {} : { selectAction: { type: 'Action.OpenUrl' as const, url } };
  const name = block([
    { type: 'TextRun', text: `${index + 1}. ` },
    { type: 'TextRun', text: title, ...link },
  ]);
  if (quote === null || quote === '') return [name];
  return [name, block([{ type: 'TextRun', text: `“${quote}”`, isSubtle: true }], 'None')];
}
