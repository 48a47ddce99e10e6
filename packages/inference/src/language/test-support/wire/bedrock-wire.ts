import { crc32 } from 'node:zlib';
import { type Finish, messagesOf, textOf, type Usage, type WireFormat } from './wire-format.ts';

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'content_filtered',
};

const usageOf = (usage: Usage | null) =>
  usage === null ? {} : { usage: { ...usage, totalTokens: usage.inputTokens + usage.outputTokens } };

function writeHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(3);
  // A string is the seventh type.
  length.writeUInt8(7, 0);
  length.writeUInt16BE(Buffer.byteLength(value), 1);
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    length,
    Buffer.from(value),
  ]);
}

const withChecksum = (bytes: Buffer): Buffer => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([bytes, sum]);
};

/** A frame of Amazon's event streams: lengths, their checksum, headers, payload, the checksum of all. */
function writeFrame(kind: 'event' | 'exception', type: string, payload: unknown): Buffer {
  const headers = Buffer.concat([
    writeHeader(`:${kind}-type`, type),
    writeHeader(':content-type', 'application/json'),
    writeHeader(':message-type', kind),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  return withChecksum(Buffer.concat([withChecksum(prelude), headers, body]));
}

/** Converse, as Bedrock speaks. */
export const bedrockWire: WireFormat = {
  name: 'bedrock',
  streamType: 'application/vnd.amazon.eventstream',
  readRequest: (path, body) => ({
    model: decodeURIComponent(/\/model\/([^/]+)\//.exec(path)?.[1] ?? ''),
    isStreamed: path.endsWith('/converse-stream'),
    instructions: textOf(body.system),
    prompt: textOf(
      messagesOf(body.messages)
        .filter(({ role }) => role === 'user')
        .at(-1)?.content,
    ),
  }),
  writeStart: () => writeFrame('event', 'messageStart', { role: 'assistant' }),
  writePiece: (text) => writeFrame('event', 'contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
  writeEnd: (finish, usage) =>
    Buffer.concat([
      writeFrame('event', 'contentBlockStop', { contentBlockIndex: 0 }),
      writeFrame('event', 'messageStop', { stopReason: reasons[finish] }),
      writeFrame('event', 'metadata', usageOf(usage)),
    ]),
  writeStreamError: ({ message }) => writeFrame('exception', 'modelStreamErrorException', { message }),
  writeNonsense: () => writeFrame('event', 'contentBlockDelta', { contentBlockIndex: 'none' }),
  writeWhole: ({ text, finish, usage }) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: reasons[finish],
    ...usageOf(usage),
  }),
  writeError: ({ message }) => ({ message }),
};
