import { formatOf } from './cell-format.ts';
import { type OfficeParts, readXml } from './office-parts.ts';

/** Without the prefix that some programs write. */
export function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

/** The texts that cells refer to by number. `path` is null if a file has none. */
export function readSharedStrings(parts: OfficeParts, path: string | null): string[] {
  const strings: string[] = [];
  if (path === null || !parts.has(path)) return strings;
  let words = '';
  let inText = false;
  let inPhonetic = false;
  const handler = {
    onopentag: (tag: string) => {
      const name = localName(tag);
      if (name === 'si') words = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    ontext: (text: string) => {
      if (inText) words += text;
    },
    onclosetag: (tag: string) => {
      const name = localName(tag);
      if (name === 'si') strings.push(words);
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 't') inText = false;
    },
  };
  readXml(parts, { kind: 'xlsx', path, handler });
  return strings;
}

/** The number formats of the styles that cells refer to by number. */
export function readStyles(parts: OfficeParts, path: string | null): string[] {
  const declared = new Map<number, string>();
  const formats: string[] = [];
  if (path === null || !parts.has(path)) return formats;
  let inCellStyles = false;
  const handler = {
    onopentag: (tag: string, { numFmtId = '0', formatCode }: Readonly<Record<string, string>>) => {
      const name = localName(tag);
      if (name === 'numFmt' && formatCode !== undefined) declared.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'xf' && inCellStyles)
        formats.push(formatOf(Number(numFmtId), declared.get(Number(numFmtId))));
    },
    onclosetag: (tag: string) => {
      if (localName(tag) === 'cellXfs') inCellStyles = false;
    },
  };
  readXml(parts, { kind: 'xlsx', path, handler });
  return formats;
}
