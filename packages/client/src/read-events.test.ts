import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ReceivedEvent, readEvents } from './read-events.ts';

async function readAll(pieces: readonly Uint8Array[]): Promise<ReceivedEvent[]> {
  const read: ReceivedEvent[] = [];
  for await (const event of readEvents(
    (async function* () {
      yield* pieces;
    })(),
  ))
    read.push(event);
  return read;
}

const bytes = (text: string) => new TextEncoder().encode(text);

it('reads events in chunks of any size', async () => {
  const event = fc.record({
    id: fc.nat().map(String),
    type: fc.constantFrom('message.created', 'message.answer.delta'),
    data: fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text })),
  });
  const sent = fc.record({ events: fc.array(event, { maxLength: 6 }), cuts: fc.array(fc.nat()) });
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom('\n', '\r\n'), async ({ events, cuts }, end) => {
      const text = events
        .map(({ id, type, data }) =>
          [':', '', `id: ${id}`, `event: ${type}`, `data: ${data}`, '', ''].join(end),
        )
        .join('');
      const whole = bytes(`retry: 1000${end}${end}${text}`);
      const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
      const pieces = [0, ...places].map((start, index) => whole.slice(start, places[index] ?? whole.length));
      expect(await readAll(pieces)).toEqual(events);
    }),
  );
});

it('joins data lines, and drops an incomplete event', async () => {
  const text = 'data: a\ndata: b\n\nevent: x\ndata\n\nid: 7\nevent: y\ndata: lost';
  expect(await readAll([bytes(text)])).toEqual([
    { id: '', type: 'message', data: 'a\nb' },
    { id: '', type: 'x', data: '' },
  ]);
});
