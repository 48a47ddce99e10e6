import { expect, it } from 'vitest';
import { readServerEvents, type ServerEvent } from './read-server-events.ts';

it('reads events that arrive in pieces, skips comments, and drops one that was cut', async () => {
  const encoder = new TextEncoder();
  const pieces = [
    ': ping\n\nid: 1\nevent: message.created\nda',
    'ta: {"a":"ö"}\n\nid: 2\r\ndata: 1\r\n\r\nid: 3\ndata: {"cut',
  ];
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  await readServerEvents(new Response(body), (event) => events.push(event));
  expect(events).toEqual([
    { type: 'message.created', id: '1', data: { a: 'ö' } },
    { type: 'message', id: '2', data: 1 },
  ]);
});
