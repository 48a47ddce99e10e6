import { pageQuerySchema } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CursorList, Cursors } from './cursor.ts';
import { found } from './path-ids.ts';
import { principalOf } from './request-facts.ts';
import { sendPrivateJson } from './send-json.ts';
import { validateParameters } from './validate.ts';

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

/** The list that an operation answers with, page by page. */
interface RouteList<Entry> {
  /** Identifies the list: its cursors are not valid for any other. */
  readonly name: readonly string[];
  /** Entries after that position, in order; null: there is no such list. */
  read(place: string | null, limit: number): Promise<readonly Entry[] | null>;
  placeOf(entry: Entry): string;
  toWire(entry: Entry): unknown | Promise<unknown>;
}

export async function sendList<Entry>(
  { cursors }: { readonly cursors: Cursors },
  request: FastifyRequest,
  reply: FastifyReply,
  list: RouteList<Entry>,
): Promise<FastifyReply> {
  const query = validateParameters(pageQuerySchema, request.query);
  return await sendListPage({ cursors }, request, reply, query, list);
}

/** The same for a list that also has filters, which its name must name. */
export async function sendListPage<Entry>(
  { cursors }: { readonly cursors: Cursors },
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
  list: RouteList<Entry>,
): Promise<FastifyReply> {
  const signed = { tenantId: principalOf(request).tenantId, filter: JSON.stringify(list.name) };
  const place = cursor === undefined ? null : cursors.read(cursor, signed);
  const entries = found(await list.read(place, limit + 1));
  return await sendPage(reply, cursors, { ...list, list: signed, limit, found: entries });
}
