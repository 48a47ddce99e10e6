import { openParentChannel } from '@avow/confinement/channel';
import type { FileToParse } from './file-to-parse.ts';
import type { ArchiveMember, ParsedFile, ParsedTable, TextPassage, TextToSplit } from './parsed-file.ts';

/** Messages of the parsing process: that it is ready, and its results. */
export type ParserMessage =
  | { readonly kind: 'ready' }
  /** Some passages of a text; more may follow, and the end is `split`. */
  | { readonly kind: 'passages'; readonly passages: readonly TextPassage[] }
  | { readonly kind: 'split' }
  /** A file of an archive; more may follow, and the end is `parsed`, where the list is empty. */
  | { readonly kind: 'member'; readonly member: ArchiveMember }
  | { readonly kind: 'parsed'; readonly parsed: ParsedFile | ParsedTable };

export type ParserRequest =
  /** Its text, or its rows. */
  (FileToParse & { readonly wanted: 'document' | 'table' }) | (TextToSplit & { readonly wanted: 'passages' });

interface Readers {
  readonly document: (file: FileToParse) => Promise<ParsedFile>;
  readonly table: (file: FileToParse) => Promise<ParsedTable>;
  readonly passages: (text: TextToSplit) => readonly TextPassage[];
}

/** Few enough that receiving one message does not block the parent process. */
const passagesAtOnce = 256;

/** Serves the parent process, file by file, until it disconnects. */
export function serveParsing(readers: Readers): void {
  const channel = openParentChannel();
  const say = (message: ParserMessage) => channel.send(message);
  const split = (text: TextToSplit) => {
    const passages = readers.passages(text);
    for (let start = 0; start < passages.length; start += passagesAtOnce)
      say({ kind: 'passages', passages: passages.slice(start, start + passagesAtOnce) });
    say({ kind: 'split' });
  };
  /** Members one by one: all of them at once would block the parent process. */
  const tell = (parsed: ParsedFile | ParsedTable) => {
    if (parsed.kind !== 'archive') return say({ kind: 'parsed', parsed });
    for (const member of parsed.members) say({ kind: 'member', member });
    say({ kind: 'parsed', parsed: { ...parsed, members: [] } });
  };
  channel.listen((message) => {
    const request = message as ParserRequest;
    if (request.wanted === 'passages') split(request);
    else void readers[request.wanted](request).then(tell);
  });
  say({ kind: 'ready' });
}
