import { notWhatItSays } from './check-content.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readZip } from './read-zip.ts';

export type OfficeKind = 'docx' | 'pptx' | 'xlsx';

const mainParts: Readonly<Record<OfficeKind, RegExp>> = {
  docx: /^word\/document\d*\.xml$/,
  pptx: /^ppt\/presentation\.xml$/,
  xlsx: /^xl\/workbook\.xml$/,
};

/** The XML parts of an Office file by name, without images and other media. */
export function readOfficeParts(
  bytes: Uint8Array,
  { kind, limits }: { readonly kind: OfficeKind; readonly limits: ParsingLimits },
): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  for (const { name, read } of readZip(bytes, limits)) {
    if (!/\.(?:xml|rels)$/i.test(name) || parts.has(name)) continue;
    const part = read();
    // The format forbids document types, which would let a few bytes expand to gigabytes.
    if (Buffer.from(part.buffer, part.byteOffset, part.length).includes('<!DOCTYPE'))
      throw new ParsingFault('declares XML entities, which an Office file must not');
    parts.set(name, part);
  }
  if (![...parts.keys()].some((name) => mainParts[kind].test(name))) throw notWhatItSays(kind);
  return parts;
}
