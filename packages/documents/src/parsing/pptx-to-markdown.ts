import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { BlockWriter } from './block-writer.ts';
import { damaged } from './check-content.ts';
import { readOfficeParts } from './office-parts.ts';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { SlideReading } from './slide-reading.ts';

/** Slides in order, each under a heading with its number and title. Speaker notes are left out. */
export function pptxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): ParsedDocument {
  const parts = readOfficeParts(bytes, { kind: 'pptx', limits });
  const slides = slidePaths(parts);
  if (slides.length > limits.pagesMax)
    throw new ParsingFault(`has ${slides.length} slides, more than ${limits.pagesMax}`);
  const writer = new BlockWriter(limits.textBytesMax);
  let title: string | null = null;
  for (const [position, path] of slides.entries()) {
    const reading = new SlideReading();
    readXml(parts, path, reading);
    if (position === 0) title = reading.title;
    reading.writeTo(writer, position + 1);
  }
  return { title, text: writer.toText() };
}

/** The presentation lists its slides by ids, which another part maps to paths. */
function slidePaths(parts: ReadonlyMap<string, Uint8Array>): string[] {
  const targets = new Map<string, string>();
  readXml(parts, 'ppt/_rels/presentation.xml.rels', {
    onopentag: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(
          Id,
          posix.join('/ppt', Target.startsWith('/') ? posix.relative('/ppt', Target) : Target).slice(1),
        );
    },
  });
  const paths: string[] = [];
  readXml(parts, 'ppt/presentation.xml', {
    onopentag: (name, attributes) => {
      const path = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (path !== undefined) paths.push(path);
    },
  });
  return paths;
}

/** Entities that a file declares are never expanded: this parser knows only those of XML. */
function readXml(
  parts: ReadonlyMap<string, Uint8Array>,
  path: string,
  handler: ConstructorParameters<typeof Parser>[0],
): void {
  const part = parts.get(path);
  if (part === undefined) throw damaged('pptx');
  new Parser(handler, { xmlMode: true, decodeEntities: true }).end(new TextDecoder().decode(part));
}
