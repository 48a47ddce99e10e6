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
  await readServerEvents(new Response(body), (event) => {
    events.push(event);
    return false;
  });
  expect(events).toEqual([
    { type: 'message.created', id: '1', data: { a: 'ö' } },
    { type: 'message', id: '2', data: 1 },
  ]);
});

it('stops after the event that is enough, and lets go of the rest', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\ndata: 3\n\n')),
  });
  const events: unknown[] = [];
  await readServerEvents(new Response(body), ({ data }) => {
    events.push(data);
    return data === 2;
  });
  expect(events).toEqual([1, 2]);
});
