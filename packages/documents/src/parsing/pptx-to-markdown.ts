import { BlockWriter } from './block-writer.ts';
import { HiddenParts } from './hidden-parts.ts';
import { type OfficeParts, readOfficeParts, readTargets, readXml } from './office-parts.ts';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { SlideReading } from './slide-reading.ts';

/** Slides in order, each under a heading with its number and title. Speaker notes and hidden slides are left out. */
export function pptxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): ParsedDocument {
  const parts = readOfficeParts(bytes, { kind: 'pptx', limits });
  const slides = slidePaths(parts);
  if (slides.length > limits.pagesMax)
    throw new ParsingFault(`has ${slides.length} slides, more than ${limits.pagesMax}`);
  const writer = new BlockWriter(limits.textBytesMax);
  const hidden = new HiddenParts();
  let title: string | null = null;
  let shown = 0;
  for (const [position, path] of slides.entries()) {
    if (isHiddenSlide(parts, path)) {
      hidden.add('slide');
      continue;
    }
    const reading = new SlideReading();
    readXml(parts, { kind: 'pptx', path, handler: reading });
    if (shown === 0) title = reading.title;
    shown += 1;
    reading.writeTo(writer, position + 1);
  }
  return { title, text: writer.toText(), leftOut: hidden.describe() };
}

/** The presentation lists its slides by ids, which another part maps to paths. */
function slidePaths(parts: OfficeParts): string[] {
  const targets = readTargets(parts, { kind: 'pptx', folder: 'ppt', main: 'presentation.xml' });
  const paths: string[] = [];
  const onopentag = (name: string, attributes: Readonly<Record<string, string>>) => {
    const target = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
    if (target !== undefined) paths.push(target.path);
  };
  readXml(parts, { kind: 'pptx', path: 'ppt/presentation.xml', handler: { onopentag } });
  return paths;
}

/** Whether a presentation passes over the slide. */
function isHiddenSlide(parts: OfficeParts, path: string): boolean {
  let isHidden = false;
  const onopentag = (name: string, { show = '1' }: Readonly<Record<string, string>>) => {
    if (name === 'p:sld') isHidden = /^(?:0|false)$/.test(show);
  };
  readXml(parts, { kind: 'pptx', path, handler: { onopentag } });
  return isHidden;
}
