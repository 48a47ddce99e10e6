import { Parser } from 'htmlparser2';
import { limitDepth } from './limit-depth.ts';
import { type NumberStyle, writeNumber } from './number-label.ts';

interface Level {
  start: number;
  format: string;
  /** Such as "%1.%2", where a number stands for a level, from 1. */
  text: string;
  /** The style of the paragraphs that are on this level. */
  style: string | null;
}

type Levels = Map<number, Level>;

interface Definition {
  readonly levels: Levels;
  styleLink: string | null;
}

interface List {
  definition: string;
  /** By level: where this list begins to count anew. */
  readonly starts: Map<number, number>;
}

export interface NumberedParagraph {
  style: string | null;
  list: string | null;
  level: number | null;
}

interface Style extends NumberedParagraph {
  basedOn: string | null;
}

export type LabelParagraph = (paragraph: NumberedParagraph) => string | null;

const levelMax = 8;
const basesMax = 10;
const textUnitsMax = 40;
const numberMax = 32_767;
const letterCount = 26;
const numberStyles: Readonly<Record<string, NumberStyle>> = {
  lowerLetter: 'lowerLetter',
  upperLetter: 'upperLetter',
  lowerRoman: 'lowerRoman',
  upperRoman: 'upperRoman',
};

/** Counts the numbered paragraphs of a Word document in their order, across what stands between them. */
export function createWordNumbering({
  numbering,
  styles,
}: {
  readonly numbering: string;
  readonly styles: string;
}): LabelParagraph {
  const { definitions, lists } = readNumbering(numbering);
  const styleById = readStyles(styles);
  /** By definition: lists that share one go on with its numbers. */
  const counts = new Map<string, Array<number | undefined>>();
  const begun = new Set<string>();

  return (paragraph) => {
    const style = styleOf(styleById, paragraph.style);
    const listId = paragraph.list ?? style.list ?? '';
    const list = lists.get(listId);
    const linked = definitions.get(list?.definition ?? '')?.styleLink ?? null;
    const definitionId =
      linked === null ? list?.definition : lists.get(styleById.get(linked)?.list ?? '')?.definition;
    const levels = definitions.get(definitionId ?? '')?.levels;
    if (list === undefined || definitionId === undefined || levels === undefined) return null;
    const at = Math.min(
      paragraph.level ?? levelOfStyle(levels, paragraph.style) ?? style.level ?? 0,
      levelMax,
    );
    const level = levels.get(at);
    if (level === undefined) return null;

    const numbers = counts.get(definitionId) ?? [];
    counts.set(definitionId, numbers);
    const restart = begun.has(`${listId}/${at}`) ? undefined : list.starts.get(at);
    begun.add(`${listId}/${at}`);
    numbers[at] = restart ?? (numbers[at] ?? level.start - 1) + 1;
    numbers.length = at + 1;
    return level.format === 'bullet' ? null : writeLabel(level.text, levels, numbers);
  };
}

function writeLabel(text: string, levels: Levels, numbers: ReadonlyArray<number | undefined>): string | null {
  const written = text.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const { format = 'decimal', start = 1 } = levels.get(at) ?? {};
    return format === 'none' ? '' : writeWordNumber(numbers[at] ?? start, format);
  });
  return written.trim() || null;
}

/** After z comes aa, then bb. */
function writeWordNumber(value: number, format: string): string {
  const style = numberStyles[format] ?? 'decimal';
  if (value <= letterCount || value > numberMax || !format.endsWith('Letter'))
    return writeNumber(value, style);
  const letter = writeNumber(((value - 1) % letterCount) + 1, style);
  return letter.repeat(Math.min(Math.ceil(value / letterCount), textUnitsMax));
}

function levelOfStyle(levels: Levels, style: string | null): number | null {
  if (style === null) return null;
  for (const [at, level] of levels) if (level.style === style) return at;
  return null;
}

/** What a style says, or the styles that it is based on. */
function styleOf(styles: ReadonlyMap<string, Style>, id: string | null): NumberedParagraph {
  const found: NumberedParagraph = { style: id, list: null, level: null };
  let style = styles.get(id ?? '');
  for (let bases = 0; style !== undefined && bases < basesMax; bases += 1) {
    found.list ??= style.list;
    found.level ??= style.level;
    style = styles.get(style.basedOn ?? '');
  }
  return found;
}

function readNumbering(xml: string): { definitions: Map<string, Definition>; lists: Map<string, List> } {
  const definitions = new Map<string, Definition>();
  const lists = new Map<string, List>();
  let definition: Definition | null = null;
  let level: Level | null = null;
  let list: List | null = null;
  let overridden = 0;
  readTags(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:abstractNum') {
      definition = { levels: new Map(), styleLink: null };
      list = null;
      definitions.set(attributes['w:abstractNumId'] ?? '', definition);
    } else if (name === 'w:lvl') {
      level = { start: 1, format: 'decimal', text: '', style: null };
      const at = readNumber(attributes['w:ilvl']) ?? 0;
      if (list === null && at <= levelMax) definition?.levels.set(at, level);
    } else if (name === 'w:numStyleLink' && definition !== null) definition.styleLink = value;
    else if (name === 'w:start' && level !== null) level.start = readNumber(value) ?? 1;
    else if (name === 'w:numFmt' && level !== null) level.format = value;
    else if (name === 'w:lvlText' && level !== null) level.text = value.slice(0, textUnitsMax);
    else if (name === 'w:pStyle' && level !== null) level.style = value;
    else if (name === 'w:num') {
      list = { definition: '', starts: new Map() };
      lists.set(attributes['w:numId'] ?? '', list);
    } else if (name === 'w:abstractNumId' && list !== null) list.definition = value;
    else if (name === 'w:lvlOverride') overridden = readNumber(attributes['w:ilvl']) ?? 0;
    else if (name === 'w:startOverride') list?.starts.set(overridden, readNumber(value) ?? 1);
  });
  return { definitions, lists };
}

function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  readTags(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:style') {
      const id = attributes['w:styleId'] ?? '';
      style = { style: id, list: null, level: null, basedOn: null };
      styles.set(id, style);
    } else if (style === null) return;
    else if (name === 'w:basedOn') style.basedOn = value;
    else if (name === 'w:numId') style.list = value;
    else if (name === 'w:ilvl') style.level = readNumber(value);
  });
  return styles;
}

type OnTag = (name: string, attributes: Readonly<Record<string, string>>) => void;

function readTags(xml: string, onopentag: OnTag): void {
  new Parser(limitDepth({ onopentag }), { xmlMode: true, decodeEntities: true }).end(xml);
}

export function readNumber(value = ''): number | null {
  return /^\d{1,5}$/.test(value) ? Number(value) : null;
}
