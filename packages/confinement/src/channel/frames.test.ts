import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameReader, type FrameLimits, writeFrame } from './frames.ts';

const roomy: FrameLimits = { jsonBytesMax: 2_000_000, valuesMax: 1_000, rawBytesMax: 1_000 };

function readAll(pieces: readonly Buffer[], limits = roomy): unknown[] {
  const messages: unknown[] = [];
  const reader = createFrameReader(limits, (message) => messages.push(message));
  for (const piece of pieces) reader.take(piece);
  return messages;
}

const bytesOf = (messages: readonly unknown[]) => Buffer.concat(messages.flatMap(writeFrame));

it('hands on messages as they were, in whatever pieces they arrive', () => {
  const message = fc.record({
    text: fc.string({ unit: 'binary' }),
    list: fc.array(fc.oneof(fc.integer(), fc.constant(null), fc.uint8Array({ maxLength: 50 })), {
      maxLength: 9,
    }),
    bytes: fc.uint8Array({ maxLength: 100 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(300)), (messages, cuts) => {
      const bytes = bytesOf(messages);
      const pieces: Buffer[] = [];
      let at = 0;
      for (const cut of cuts) {
        pieces.push(bytes.subarray(at, at + cut));
        at += cut;
      }
      expect(readAll([...pieces, bytes.subarray(at)])).toEqual(messages);
    }),
  );
});

it('takes a buffer like any array of bytes', () => {
  expect(readAll([bytesOf([{ bytes: Buffer.from('abc') }])])).toEqual([
    { bytes: Uint8Array.from([97, 98, 99]) },
  ]);
});

it('refuses a message by its size before it arrives', () => {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(roomy.jsonBytesMax + 1, 0);
  expect(() => readAll([head])).toThrow('too large');
  head.writeUInt32LE(2, 0);
  head.writeUInt32LE(roomy.rawBytesMax + 1, 4);
  expect(() => readAll([head])).toThrow('too large');
});

it('refuses many values in little space, and counts none in texts', () => {
  const values = Array.from({ length: 400_000 }, () => []);
  expect(() => readAll([bytesOf([values])])).toThrow('too many values');
  const text = '[{,\\"'.repeat(200_000);
  expect(readAll([bytesOf([text])])).toEqual([text]);
});

it('refuses bytes without a message, and bytes that are not there', () => {
  const json = Buffer.from('{"a":{"$raw":9}}');
  const head = Buffer.alloc(8);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(1, 4);
  expect(() => readAll([head, json, Buffer.alloc(1)])).toThrow('does not have');
  expect(() => readAll([Buffer.from('\u0001\0\0\0\0\0\0\0{')])).toThrow();
});
