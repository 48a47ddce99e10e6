import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passage } from '../passage-search.ts';
import { makeFolder } from '../segments/durable-files.ts';
import { type PackFolder, packFolder } from '../segments/pack-folder.ts';
import { openSegment, type Segment, writeSegment } from '../segments/segment.ts';
import { SegmentBuilder } from '../segments/segment-builder.ts';

/** A passage with nothing to it but its words. */
export function plainPassage(text: string, given: Partial<Passage> = {}): Passage {
  return {
    kind: 'document',
    documentId: 'doc_a',
    revision: 1,
    ordinal: 0,
    headings: '',
    text,
    start: 0,
    end: text.length,
    groups: [],
    validFromMs: null,
    validUntilMs: null,
    ...given,
  };
}

export function segmentFolder(): PackFolder {
  const directory = mkdtempSync(join(tmpdir(), 'avow-segments-'));
  const folder = packFolder(directory, { tenantId: 'ten_a', packId: 'pack_a' });
  makeFolder(folder.path);
  return folder;
}

/** Written to the disk and read back. */
export function segmentOf(passages: readonly Passage[], folder: PackFolder): Segment {
  const builder = new SegmentBuilder(passages[0]?.kind ?? 'document');
  for (const passage of passages) builder.addPassage(passage);
  return openSegment(folder, writeSegment(folder, builder.finish()));
}
