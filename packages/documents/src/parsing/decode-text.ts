import { ParsingFault } from './parsing-fault.ts';

/** Decodes UTF-8, drops a byte order mark and normalises line ends. */
export function decodeText(bytes: Uint8Array): string {
  return clean(bytes, 'utf-8', 'is not valid UTF-8');
}

/** As spreadsheets export it: UTF-8, or UTF-16 with a byte order mark. */
export function decodeExported(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes);
  return marked === null
    ? clean(bytes, 'utf-8', 'is not valid UTF-8: export it as UTF-8')
    : clean(bytes, marked, 'cannot be decoded as UTF-16');
}

/** Decodes a page in the character set that it declares near its top, else as UTF-8. */
export function decodePage(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return clean(bytes, marked, 'cannot be decoded as UTF-16');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1];
  if (named === undefined || /^utf-?(?:8|16)/i.test(named)) return decodeText(bytes);
  return clean(bytes, named, `cannot be decoded as ${named}`);
}

function byteOrderMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

function clean(bytes: Uint8Array, label: string, reason: string): string {
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    throw new ParsingFault(reason);
  }
  if (text.includes('\0')) throw new ParsingFault('contains a NUL character: not a text file');
  return text;
}
