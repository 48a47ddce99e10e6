import { Worker } from 'node:worker_threads';
import type { FileToParse } from './file-to-parse.ts';
import type { ParsedFile, ParsedTable } from './parsed-file.ts';

/** What the reading process says: that it may be asked, and what it found. */
export type ParserMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'parsed'; readonly parsed: ParsedFile | ParsedTable; readonly residentBytes: number };

export interface ParserRequest extends FileToParse {
  /** Its text, or its rows. */
  readonly wanted: 'document' | 'table';
}

interface Readers {
  readonly document: (file: FileToParse) => Promise<ParsedFile>;
  readonly table: (file: FileToParse) => Promise<ParsedTable>;
}

/** Serves the process that started this one, file by file, until it lets go. */
export function serveParsing(readers: Readers): void {
  // A thread of its own, because a reader may hold this one for as long as it likes.
  new Worker(new URL('./memory-watch.ts', import.meta.url), { argv: process.argv.slice(2) }).unref();
  const say = (message: ParserMessage) => process.send?.(message);
  process.on('message', (request: ParserRequest) => {
    void readers[request.wanted](request).then((parsed) =>
      say({ kind: 'parsed', parsed, residentBytes: process.memoryUsage.rss() }),
    );
  });
  process.on('disconnect', () => process.exit());
  say({ kind: 'ready' });
}
