import type { FastifyReply } from 'fastify';
import type { CursorList, Cursors } from './cursor.ts';
import { sendPrivateJson } from './send-json.ts';

interface Page<Entry> {
  readonly list: CursorList;
  /** The requested number of entries. */
  readonly limit: number;
  /** Up to one more than the limit, which shows whether there are more. */
  readonly found: readonly Entry[];
  placeOf(last: Entry): string;
  toWire(entry: Entry): unknown | Promise<unknown>;
}

/** Sends a page of a list, with the cursor of the next page if there is one. */
export async function sendPage<Entry>(
  reply: FastifyReply,
  cursors: Cursors,
  { list, limit, found, placeOf, toWire }: Page<Entry>,
): Promise<FastifyReply> {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const page = {
    data: await Promise.all(shown.map((entry) => toWire(entry))),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : cursors.write({ ...list, place: placeOf(last) }),
  };
  return sendPrivateJson(reply, JSON.stringify(page));
}
