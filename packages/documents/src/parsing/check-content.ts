import type { DocumentKind } from './document-kind.ts';
import { ParsingFault } from './parsing-fault.ts';

type Looks = 'a PDF' | 'a zip archive' | 'an old Office file' | 'a picture' | 'a program' | 'compressed data';

const signatures: ReadonlyArray<readonly [Looks, readonly number[]]> = [
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a zip archive', [0x50, 0x4b, 0x05, 0x06]],
  ['an old Office file', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture', [0xff, 0xd8, 0xff]],
  ['a picture', [0x47, 0x49, 0x46, 0x38]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['a program', [0x4d, 0x5a, 0x90, 0x00]],
  ['compressed data', [0x1f, 0x8b]],
];
/** PDF readers accept other bytes before the header, and some writers put them there. */
const pdfHeaderWithinBytes = 1024;

const wanted: Readonly<Record<DocumentKind, { readonly name: string; readonly looks: Looks | null }>> = {
  markdown: { name: 'a Markdown file', looks: null },
  html: { name: 'an HTML page', looks: null },
  csv: { name: 'a CSV file', looks: null },
  tsv: { name: 'a TSV file', looks: null },
  pdf: { name: 'a PDF', looks: 'a PDF' },
  docx: { name: 'a Word document', looks: 'a zip archive' },
  pptx: { name: 'a PowerPoint file', looks: 'a zip archive' },
  xlsx: { name: 'an Excel file', looks: 'a zip archive' },
  zip: { name: 'a zip archive', looks: 'a zip archive' },
};

/** Rejects a file whose first bytes contradict its name. */
export function checkContent(bytes: Uint8Array, kind: DocumentKind): void {
  if (bytes.length === 0) throw new ParsingFault('is empty');
  const { name, looks } = wanted[kind];
  const seen = lookAt(bytes);
  if (seen === looks) return;
  // An Office file with a password is stored in a container of the legacy format.
  if (seen === 'an old Office file' && looks === 'a zip archive' && holdsEncryptedPackage(bytes))
    throw new ParsingFault('is encrypted: save it without a password');
  throw new ParsingFault(`is not ${name}, whatever its name says${seen === null ? '' : `: it is ${seen}`}`);
}

export function notWhatItSays(kind: DocumentKind): ParsingFault {
  return new ParsingFault(`is not ${wanted[kind].name}, whatever its name says`);
}

export function damaged(kind: DocumentKind): ParsingFault {
  return new ParsingFault(`cannot be read: it is damaged, or not ${wanted[kind].name}`);
}

function lookAt(bytes: Uint8Array): Looks | null {
  for (const [looks, signature] of signatures) {
    if (signature.every((byte, position) => bytes[position] === byte)) return looks;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfHeaderWithinBytes)).includes(
    '%PDF-',
  )
    ? 'a PDF'
    : null;
}

function holdsEncryptedPackage(bytes: Uint8Array): boolean {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name);
}
