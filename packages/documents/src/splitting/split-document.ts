import type { TextPassage, TextToSplit } from '../parsing/parsed-file.ts';
import { splitMarkdown } from './split-markdown.ts';
import { splitText } from './split-text.ts';

/** Cuts a document into passages. A few megabytes take a second, so use it in the parsing process only. */
export function splitDocument({ format, text }: TextToSplit): TextPassage[] {
  return format === 'markdown' ? splitMarkdown(text) : splitText(text);
}
