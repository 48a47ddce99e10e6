import { readMarkdownLine, writeFenced } from '@avow/text/markdown';
import { ParsingFault } from './parsing-fault.ts';

/** Collects the blocks of a document as Markdown, up to a limit. */
export class BlockWriter {
  readonly #bytesMax: number;
  #parts: string[] = [];
  #bytes = 0;
  #group: object | null = null;
  #firstHeading: string | null = null;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get firstHeading(): string | null {
    return this.#firstHeading;
  }

  /** Blocks of one group, such as the rows of a table, follow each other without a blank line. */
  add(block: string, group: object | null = null): void {
    if (block === '') return;
    if (this.#parts.length > 0) this.#push(group !== null && group === this.#group ? '\n' : '\n\n');
    this.#push(block);
    this.#group = group;
  }

  addParagraph(words: string): void {
    this.add(escapeLines(words));
  }

  addHeading(level: number, words: string): void {
    const line = words.replace(/\s+/g, ' ').trim();
    if (line === '') return;
    this.#firstHeading ??= line;
    this.add(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${escapeTags(line)}`);
  }

  addCode(text: string): void {
    const body = text.replace(/^\n+/, '').trimEnd();
    if (body === '') return;
    this.add(writeFenced(body));
  }

  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#group = null;
    this.#firstHeading = null;
  }

  toText(): string {
    return this.#parts.join('').toWellFormed();
  }

  #push(part: string): void {
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes > this.#bytesMax)
      throw new ParsingFault(`holds more than ${this.#bytesMax} bytes of text`);
    this.#parts.push(part);
  }
}

/** Escapes text so that no line becomes a heading, a table, a fence or an underline, and no word a tag. */
export function escapeLines(words: string): string {
  return escapeTags(words)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (isTakenForBlock(line) ? `\\${line}` : line))
    .join('\n');
}

/** Lists and quotes may stay: they are what they look like. */
function isTakenForBlock(line: string): boolean {
  const { kind, quote, level } = readMarkdownLine(line);
  return quote === '' && (kind === 'heading' || kind === 'fence' || kind === 'row' || level > 0);
}

/** Also removes NUL and the other control characters. */
export function escapeTags(words: string): string {
  return words.replace(controlCharacters, ' ').replace(/<(?=[a-z/!?])/gi, '\\<');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
