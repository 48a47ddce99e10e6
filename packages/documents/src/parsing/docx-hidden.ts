import { Parser } from 'htmlparser2';
import { checkDepth, limitDepth } from './limit-depth.ts';
import type { OfficeParts } from './office-parts.ts';

type Attributes = Readonly<Record<string, string>>;

/** A run or a paragraph that is being read. */
interface OpenElement {
  readonly tag: 'w:r' | 'w:p';
  readonly start: number;
  isHidden: boolean;
}

const partsWithText = /^word\/(?:document\d*|footnotes|endnotes)\.xml$/;
/** How something was formatted before a change that is tracked. */
const formerFormat = /^w:\w+PrChange$/;
/** How far a style may be based on another that is based on another. */
const styleDepthMax = 20;

/** The parts of a Word document without the text that is formatted as hidden, and in how many places it was. */
export function dropHiddenText(parts: OfficeParts): {
  readonly parts: Map<string, Uint8Array>;
  readonly count: number;
} {
  const styles = hiddenStyles(parts.get('word/styles.xml'));
  const kept = new Map<string, Uint8Array>();
  let count = 0;
  for (const [name, part] of parts) {
    if (!partsWithText.test(name)) checkDepth(part);
    const dropped = partsWithText.test(name) ? dropFrom(new TextDecoder().decode(part), styles) : null;
    kept.set(name, dropped === null || dropped.count === 0 ? part : new TextEncoder().encode(dropped.xml));
    count += dropped?.count ?? 0;
  }
  return { parts: kept, count };
}

/** Nothing is rewritten but the hidden runs: they are cut out of the XML where they stand. */
function dropFrom(xml: string, styles: ReadonlySet<string>): { xml: string; count: number } {
  const runs = hiddenRuns(xml, styles).toSorted((one, other) => one.start - other.start);
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of runs) {
    // A text box is in a run and contains runs.
    if (start < position) continue;
    pieces.push(xml.slice(position, start));
    position = end;
  }
  return { xml: pieces.join('') + xml.slice(position), count: pieces.length };
}

function hiddenRuns(xml: string, styles: ReadonlySet<string>): Array<{ start: number; end: number }> {
  const runs: Array<{ start: number; end: number }> = [];
  const open: OpenElement[] = [];
  let formerDepth = 0;
  const parser: Parser = new Parser(
    limitDepth({
      onopentag: (tag, attributes) => {
        const last = open.at(-1);
        if (formerFormat.test(tag)) formerDepth += 1;
        if (formerDepth > 0) return;
        if (tag === 'w:r' || tag === 'w:p')
          open.push({ tag, start: parser.startIndex, isHidden: last?.isHidden ?? false });
        else if (last?.tag === 'w:r' && tag === 'w:vanish') last.isHidden = isOn(attributes);
        else if (last !== undefined && tag === `${last.tag}Style` && styles.has(valOf(attributes)))
          last.isHidden = true;
      },
      onclosetag: (tag) => {
        if (formerFormat.test(tag)) formerDepth -= 1;
        if (formerDepth > 0) return;
        const last = tag === 'w:r' || tag === 'w:p' ? open.pop() : undefined;
        if (last?.tag === 'w:r' && last.isHidden) runs.push({ start: last.start, end: parser.endIndex + 1 });
      },
    }),
    { xmlMode: true },
  );
  parser.end(xml);
  return runs;
}

/** The styles that hide text. What a style does not say is as in the one that it is based on. */
function hiddenStyles(part: Uint8Array | undefined): Set<string> {
  const saysHidden = new Map<string, boolean>();
  const bases = new Map<string, string>();
  if (part === undefined) return new Set();
  let id = '';
  let formerDepth = 0;
  const onopentag = (tag: string, attributes: Attributes) => {
    if (formerFormat.test(tag)) formerDepth += 1;
    if (formerDepth > 0) return;
    if (tag === 'w:style') id = attributes['w:styleId'] ?? '';
    else if (tag === 'w:basedOn') bases.set(id, valOf(attributes));
    else if (tag === 'w:vanish' && id !== '') saysHidden.set(id, isOn(attributes));
  };
  const onclosetag = (tag: string) => {
    if (formerFormat.test(tag)) formerDepth -= 1;
    if (tag === 'w:style') id = '';
  };
  new Parser(limitDepth({ onopentag, onclosetag }), { xmlMode: true }).end(new TextDecoder().decode(part));
  const hides = (style: string) => {
    let nearest: string | undefined = style;
    for (let depth = 0; depth < styleDepthMax && nearest !== undefined; depth += 1) {
      const isHidden = saysHidden.get(nearest);
      if (isHidden !== undefined) return isHidden;
      nearest = bases.get(nearest);
    }
    return false;
  };
  return new Set([...saysHidden.keys(), ...bases.keys()].filter(hides));
}

function valOf(attributes: Attributes): string {
  return attributes['w:val'] ?? '';
}

function isOn(attributes: Attributes): boolean {
  return !/^(?:0|false|off)$/.test(valOf(attributes));
}
