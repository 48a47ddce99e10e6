import type { types } from '@slack/bolt';
import { chatTexts } from '../chat-texts.ts';
import type { ChatReply, ReplySource } from '../compose-reply.ts';

type RichTextBlock = types.RichTextBlock;

export const rateActions = { right: 'avow_right', wrong: 'avow_wrong' } as const;

export interface SlackMessage {
  /** For notifications, and where blocks are not shown. */
  readonly text: string;
  readonly blocks: types.KnownBlock[];
}

/** Texts are elements of rich text, in which nothing is a mention, a link or a format unless it is said to be. */
export function drawSlackReply(reply: ChatReply): SlackMessage {
  const { text, notes, sources, sourcesTitle, ratedMessageId } = reply;
  return {
    text: escapeSlack(text),
    blocks: [
      richText([{ type: 'rich_text_section', elements: [{ type: 'text', text }] }]),
      ...(sources.length === 0 ? [] : [drawSources(sourcesTitle, sources)]),
      ...(notes.length === 0 ? [] : [drawNotes(notes)]),
      ...(ratedMessageId === null ? [] : [drawButtons(ratedMessageId)]),
    ],
  };
}

function richText(elements: RichTextBlock['elements']): RichTextBlock {
  return { type: 'rich_text', elements };
}

function drawSources(title: string, sources: readonly ReplySource[]): RichTextBlock {
  return richText([
    { type: 'rich_text_section', elements: [{ type: 'text', text: title, style: { bold: true } }] },
    ...sources.flatMap((source, index) => drawSource(source, index + 1)),
  ]);
}

function drawSource({ title, url, quote }: ReplySource, number: number): RichTextBlock['elements'] {
  const name: types.RichTextElement =
    url === null ? { type: 'text', text: title } : { type: 'link', url, text: title };
  return [
    { type: 'rich_text_section', elements: [{ type: 'text', text: `${number}. ` }, name] },
    ...(quote === null || quote === ''
      ? []
      : [{ type: 'rich_text_quote' as const, elements: [{ type: 'text' as const, text: quote }] }]),
  ];
}

function drawNotes(notes: readonly string[]): RichTextBlock {
  return richText([
    {
      type: 'rich_text_section',
      elements: [{ type: 'text', text: notes.join(' '), style: { italic: true } }],
    },
  ]);
}

function drawButtons(messageId: string): types.ActionsBlock {
  const button = (verdict: 'right' | 'wrong') => ({
    type: 'button' as const,
    action_id: rateActions[verdict],
    value: messageId,
    text: { type: 'plain_text' as const, text: chatTexts[verdict] },
  });
  return { type: 'actions', elements: [button('right'), button('wrong')] };
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
