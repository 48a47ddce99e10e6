import type { NamedText } from '@avow/ledger-log/entries';
import type { Envelope } from '../record-store.ts';

/**
 * An envelope as one text: a line of JSON with the names and lengths of its parts, and then the parts one after the other.
 * A part is most often JSON itself, and would grow and cost time if it were quoted once more.
 */
export function packEnvelope(envelope: Envelope): string {
  const head = JSON.stringify(envelope.map(([name, text]) => [name, text.length]));
  let packed = `${head}\n`;
  for (const [, text] of envelope) packed += text;
  return packed;
}

/** What `packEnvelope` wrote: nothing else is ever sealed as content. */
export function unpackEnvelope(packed: string): NamedText[] {
  const headEnd = packed.indexOf('\n');
  const head: ReadonlyArray<readonly [name: string, length: number]> = JSON.parse(packed.slice(0, headEnd));
  let from = headEnd + 1;
  return head.map(([name, length]) => {
    const text = packed.slice(from, from + length);
    from += length;
    return [name, text];
  });
}
