import { posix } from 'node:path';
import { type Handler, Parser } from 'htmlparser2';
import { damaged, notWhatItSays } from './check-content.ts';
import { limitDepth } from './limit-depth.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readZip } from './read-zip.ts';

export type OfficeKind = 'docx' | 'pptx' | 'xlsx';

/** The parts of an Office file by name. */
export type OfficeParts = ReadonlyMap<string, Uint8Array>;

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

/** Entities that a file declares are never expanded: this parser knows only those of XML. */
export function readXml(
  parts: OfficeParts,
  {
    kind,
    path,
    handler,
  }: { readonly kind: OfficeKind; readonly path: string; readonly handler: Partial<Handler> },
): void {
  const part = parts.get(path);
  if (part === undefined) throw damaged(kind);
  new Parser(limitDepth(handler), { xmlMode: true, decodeEntities: true }).end(
    new TextDecoder().decode(part),
  );
}

interface PartTarget {
  readonly path: string;
  /** What the part is, such as `slide` or `worksheet`. */
  readonly type: string;
}

/** The parts that the main part in `folder` refers to, by their ids. Case does not count in the names of parts. */
export function readTargets(
  parts: OfficeParts,
  { kind, folder, main }: { readonly kind: OfficeKind; readonly folder: string; readonly main: string },
): Map<string, PartTarget> {
  const targets = new Map<string, PartTarget>();
  const names = new Map([...parts.keys()].map((name) => [name.toLowerCase(), name]));
  const onopentag = (tag: string, { Id, Target, Type = '' }: Readonly<Record<string, string>>) => {
    if (tag !== 'Relationship' || Id === undefined || Target === undefined) return;
    const base = `/${folder}`;
    const path = posix.join(base, Target.startsWith('/') ? posix.relative(base, Target) : Target).slice(1);
    const name = parts.has(path) ? path : (names.get(path.toLowerCase()) ?? path);
    targets.set(Id, { path: name, type: posix.basename(Type) });
  };
  readXml(parts, { kind, path: `${folder}/_rels/${main}.rels`, handler: { onopentag } });
  return targets;
}
