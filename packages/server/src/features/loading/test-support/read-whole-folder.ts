import type { DocumentParser } from '@avow/documents';
import { type FolderLimits, folderLimits } from '../../../limits/pack-limits.ts';
import { openSharedParser } from '../../content/test-support/shared-parser.ts';
import type { JobFault } from '../../jobs/job-store.ts';
import { openPackFolder } from '../folder/open-pack-folder.ts';
import { type ReadDocument, readSourceFile } from '../read-source-file.ts';

/** Reads a folder without a store: its documents, its files of pairs and its faults. */
export async function readWholeFolder(
  path: string,
  limits: FolderLimits = folderLimits,
  parser: DocumentParser = openSharedParser(),
): Promise<{
  readonly name: string;
  readonly description: string | null;
  readonly groups: readonly string[];
  readonly documents: readonly Omit<ReadDocument, 'contentHash'>[];
  readonly pairFiles: readonly string[];
  readonly faults: readonly JobFault[];
}> {
  const folder = await openPackFolder(path, limits);
  const documents: Omit<ReadDocument, 'contentHash'>[] = [];
  const pairFiles: string[] = [];
  const metadata = { title: null, url: null, groups: [], defaultGroups: folder.groups };
  try {
    for (const source of folder.sources) {
      const bytes = await folder.readFile(source);
      if (bytes === null) continue;
      const file = { source, bytes, metadata, budget: folder.budget };
      for await (const item of readSourceFile({ parser, knownHash: () => undefined }, file)) {
        if (item.kind === 'fault') folder.addFault(item.file, item.reason);
        else if (item.kind === 'pairs') pairFiles.push(item.file);
        else if (item.kind === 'document') {
          const { contentHash: _, ...document } = item.document;
          documents.push(document);
        }
      }
    }
  } finally {
    await parser.close();
  }
  const { name, description, groups, faults } = folder;
  return { name, description, groups, documents, pairFiles, faults };
}
