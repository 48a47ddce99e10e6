import {
  createCodeEnds,
  type LinkDestination,
  markdownBlocks,
  readDefinition,
  readDestination,
} from '@avow/text/markdown';
import { type Labels, normaliseLabel, readLabel } from './link-labels.ts';
import { imageRemoved, type LinkUse, linkRemoved } from './link-use.ts';
import { readTag } from './read-tag.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is known of tags, which know nothing of the blocks of Markdown. */
interface Tags {
  readonly endOf: (name: string, from: number) => number | null;
  /** The last one that was read, and is not part of another. */
  last: Range;
}

/** A stretch of a text that is not shown as code. In HTML neither code marks nor backslashes mean anything. */
interface Region extends Range {
  readonly isHtml: boolean;
}

function* shownRegions(text: string): Generator<Region> {
  let from = 0;
  for (const { kind, start, end } of markdownBlocks(text)) {
    if (kind === 'quote' || kind === 'list' || kind === 'item') continue;
    if (kind === 'code') yield { start: from, end: start, isHtml: false };
    else yield { start: from, end, isHtml: kind === 'html' };
    from = end;
  }
  yield { start: from, end: text.length, isHtml: false };
}

/** Everything in a text that links, loads or runs, in Markdown, in HTML and by itself; not what is shown as code. */
export function findLinks(text: string): readonly LinkUse[] {
  const tags: Tags = { endOf: createElementEnds(text), last: { start: 0, end: 0 } };
  const labels: Labels = { targets: new Map(), ofImages: new Set() };
  const uses: LinkUse[] = [];
  for (const region of shownRegions(text)) {
    if (region.end === region.start) continue;
    for (const use of new LinkScanner(text, region, { tags, labels }).scan()) uses.push(use);
  }
  return uses;
}

/** Finds closing tags. One that is not there is looked for once. */
function createElementEnds(text: string): (name: string, from: number) => number | null {
  const missing = new Set<string>();
  return (name, from) => {
    if (missing.has(name)) return null;
    const pattern = new RegExp(`</${name}[^>]{0,100}>`, 'gi');
    pattern.lastIndex = from;
    const closing = pattern.exec(text);
    if (closing === null) missing.add(name);
    return closing === null ? null : closing.index + closing[0].length;
  };
}

/** What may begin a link or tag, and bare addresses, which become links automatically. */
const tokens = /\\|`+|<|!\[|\[|\]|(?<![a-z0-9])(?:(?:https?|ftp):\/\/|www\.(?=[a-z0-9-]))/gi;
// A bracket belongs to an address only where it holds a number for a host.
const addressRest = /(?:[a-z]+:\/\/(?:[^\s<>"`|[/]*@)?\[)?[^\s<>"`|[]*/iy;
const sentenceSigns = "?!.,:;*_~'’”]\\";
const entityAtEnd = /&[a-z0-9]{1,31};$/i;
const angledAddress = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/iy;
/** Nobody writes longer tags. What begins within another is read less far, or the time would grow with the square. */
const tagUnitsMax = 4_000;
const innerTagUnitsMax = 250;
const lineMarksMax = 100;
const lineMarks = /^[\s>*+\-\d.)]*$/;
/** In a target that cannot be read this is how far it is searched for what it may hide. */
const doubtfulUnitsMax = 200;
const doubtfulTarget = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;
const labelBehind = /\[((?:\\[\s\S]|[^\\[\]]){0,999})\]/y;
const definedLabel = /\[((?:\\[\s\S]|[^\\[\]]){1,999})\]:/y;

interface Opening {
  readonly start: number;
  readonly isImage: boolean;
}

class LinkScanner {
  /** Where tags are read. */
  readonly #whole: string;
  /** To the end of the region. */
  readonly #text: string;
  readonly #region: Region;
  readonly #tags: Tags;
  readonly #labels: Labels;
  readonly #openings: Opening[] = [];
  readonly #uses: LinkUse[] = [];
  /** Where the definition ends that is being read; null: none is. */
  #definedEnd: number | null = null;
  /** The last image that names a label. To some it goes on behind what looks like its end. */
  #labelled: Opening | undefined;
  readonly #codeEnd: ReturnType<typeof createCodeEnds>;

  constructor(
    text: string,
    region: Region,
    { tags, labels }: { readonly tags: Tags; readonly labels: Labels },
  ) {
    this.#whole = text;
    this.#text = text.slice(0, region.end);
    this.#region = region;
    this.#tags = tags;
    this.#labels = labels;
    this.#codeEnd = createCodeEnds(text, region);
  }

  scan(): readonly LinkUse[] {
    this.#scanTo(this.#region.start, this.#region.end);
    return this.#uses;
  }

  #scanTo(start: number, end: number): void {
    const pattern = new RegExp(tokens);
    pattern.lastIndex = start;
    for (let match = pattern.exec(this.#text); match !== null; match = pattern.exec(this.#text)) {
      if (match.index >= end) return;
      pattern.lastIndex = Math.max(this.#read(match[0], match.index), match.index + 1);
    }
  }

  /** Reads what begins with a token, and says where to go on. */
  #read(token: string, offset: number): number {
    const behind = offset + token.length;
    switch (token[0]) {
      case '\\':
        return this.#region.isHtml ? behind : behind + 1;
      case '`':
        return this.#region.isHtml ? behind : this.#readCode(offset, behind);
      case '<':
        return this.#readAngle(offset);
      case '!':
      case '[':
        return this.#readOpening(offset, behind);
      case ']':
        return this.#readClosing(offset);
      default:
        return this.#readAddress(offset);
    }
  }

  #readCode(offset: number, behind: number): number {
    const end = this.#codeEnd(offset, behind - offset);
    return end === null || end > (this.#definedEnd ?? end) ? behind : end;
  }

  #readAngle(offset: number): number {
    angledAddress.lastIndex = offset;
    const address = angledAddress.exec(this.#text);
    if (address !== null) {
      const [whole, target = ''] = address;
      return this.#add({ start: offset, end: offset + whole.length }, 'link', target, linkRemoved);
    }
    const isInner = offset < this.#tags.last.end;
    const unitsMax = isInner ? innerTagUnitsMax : tagUnitsMax;
    const tag = readTag(this.#whole, offset, { unitsMax, endOf: this.#tags.endOf });
    if (tag === null) return offset + 1;
    if (!isInner) this.#tags.last = { start: offset, end: tag.end };
    else if (tag.end > this.#tags.last.end) this.#tags.last = { start: this.#tags.last.start, end: tag.end };
    if (tag.use !== null) this.#push(tag.use);
    // Where it is let pass, links in what was taken for a tag must still be found.
    return tag.use?.kind === 'active' ? tag.use.end : offset + 1;
  }

  /** A definition is a block of its own, so neither code nor a tag begins in its label. */
  #readOpening(offset: number, behind: number): number {
    const isImage = behind - offset === 2;
    definedLabel.lastIndex = offset;
    const label = isImage || !this.#beginsLine(offset) ? null : definedLabel.exec(this.#text);
    const end = label === null ? null : this.#readDefined(offset, offset + label[0].length - 2);
    if (end !== null) return end;
    this.#openings.push({ start: offset, isImage });
    return behind;
  }

  #readClosing(offset: number): number {
    const opening = this.#openings.pop();
    const next = this.#text[offset + 1];
    if (next === '(') return this.#readDestination(offset, opening);
    if (opening?.isImage === true) return this.#readImageLabel(offset, opening);
    if (next !== ':' || opening === undefined || !this.#beginsLine(opening.start)) return offset + 1;
    return this.#readDefined(opening.start, offset) ?? offset + 1;
  }

  /** The target that stands behind a label. Null: there is none. */
  #readDefined(start: number, labelEnd: number): number | null {
    const label = readLabel(this.#text, start + 1, labelEnd);
    const isInner = this.#definedEnd !== null;
    const defined = isInner || label === '' ? null : readDefinition(this.#text, labelEnd + 2);
    if (defined === null) return null;
    const { targets, ofImages } = this.#labels;
    targets.set(label, [...(targets.get(label) ?? []), defined.target]);
    const kind = ofImages.has(label) ? 'load' : 'link';
    const end = this.#add({ start, end: defined.end }, kind, defined.target, linkRemoved);
    // In a paragraph, in a footnote and before more of its line, it is text like any other.
    this.#definedEnd = defined.end;
    this.#scanTo(labelEnd + 2, defined.end);
    this.#definedEnd = null;
    return end;
  }

  /** `![words][label]`, `![label][]` or `![label]`: what is not defined is passed over by some, so the words count too. */
  #readImageLabel(offset: number, { start }: Opening): number {
    labelBehind.lastIndex = offset + 1;
    const [behind = '', named = ''] = labelBehind.exec(this.#text) ?? [];
    const end = offset + 1 + behind.length;
    this.#labelled = { start, isImage: true };
    this.#addImageLabels({ start, end }, [readLabel(this.#text, start + 2, offset), normaliseLabel(named)]);
    return end;
  }

  #addImageLabels(range: Range, labels: readonly string[]): void {
    for (const label of labels) if (label !== '') this.#labels.ofImages.add(label);
    const targets = labels.flatMap((label) => this.#labels.targets.get(label) ?? []);
    if (targets.length > 0) this.#push({ ...range, kind: 'load', targets, placeholder: imageRemoved });
  }

  #beginsLine(offset: number): boolean {
    const before = this.#text.slice(Math.max(0, offset - lineMarksMax), offset);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return (line.length < before.length || offset <= lineMarksMax) && lineMarks.test(line);
  }

  #readDestination(offset: number, opened: Opening | undefined): number {
    const opening = opened ?? this.#labelled;
    // If what follows is not a target after all, its words are a label.
    if (opening?.isImage === true)
      this.#addImageLabels({ start: opening.start, end: offset + 1 }, [
        readLabel(this.#text, opening.start + 2, offset),
      ]);
    const destination = readDestination(this.#text, offset + 2) ?? this.#doubtfulDestination(offset + 2);
    if (destination === null) return offset + 2;
    const { target, end } = destination;
    // The words of a link stay, and so do the brackets around them.
    if (opening?.isImage !== true)
      return this.#add({ start: offset, end }, 'link', target, `] ${linkRemoved}`);
    return this.#add({ start: opening.start, end }, 'load', target, imageRemoved);
  }

  /** No link by the rules; but some who show Markdown are less strict, and pass over white space as browsers do. */
  #doubtfulDestination(offset: number): LinkDestination | null {
    const window = this.#text.slice(offset, offset + doubtfulUnitsMax);
    const close = window.search(/\)|\n\s*\n/);
    const written = close === -1 ? window : window.slice(0, close);
    const target = written.replace(/[\0-\x20<>]+/g, '');
    return doubtfulTarget.test(target) ? { target, end: offset + written.length } : null;
  }

  #readAddress(offset: number): number {
    addressRest.lastIndex = offset;
    const written = addressRest.exec(this.#text)?.[0] ?? '';
    const address = trimAddress(written);
    const target = /^www\./i.test(address) ? `https://${address}` : address;
    return this.#add({ start: offset, end: offset + address.length }, 'link', target, linkRemoved);
  }

  #add(range: Range, kind: LinkUse['kind'], target: string, placeholder: string): number {
    this.#push({ ...range, kind, targets: [target], placeholder });
    // To who takes it for HTML alone, a tag in a target is a tag.
    const tagAt = this.#text.slice(range.start + 1, range.end).indexOf('<');
    return tagAt === -1 ? range.end : range.start + 1 + tagAt;
  }

  /** What is replaced ends with the region: to take a part of the code behind it would make text of the rest. */
  #push(use: LinkUse): void {
    const { last } = this.#tags;
    const clip = ({ start, end }: Range) => ({ start, end: Math.min(end, this.#region.end) });
    const within = use.start < last.end ? { within: clip(last) } : {};
    this.#uses.push({ ...use, ...clip(use), ...within });
  }
}

/** Without the punctuation of the sentence that it stands in, and without a bracket that was opened before it. */
function trimAddress(written: string): string {
  let open = written.split('(').length - written.split(')').length;
  let end = written.length;
  for (; end > 0; end--) {
    const sign = written.charAt(end - 1);
    const entity = sign === ';' ? entityAtEnd.exec(written.slice(Math.max(0, end - 33), end)) : null;
    if (entity !== null) end -= entity[0].length - 1;
    else if (sign === ')' && open < 0) open++;
    else if (!sentenceSigns.includes(sign)) break;
  }
  return written.slice(0, end);
}
