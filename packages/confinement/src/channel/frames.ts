/** What one message may take: its JSON, the values in that, and the bytes beside it. */
export interface FrameLimits {
  readonly jsonBytesMax: number;
  readonly valuesMax: number;
  readonly rawBytesMax: number;
}

export interface FrameReader {
  /** Takes what was received, in pieces of any size. Throws if it is not a message, or one that is too large. */
  readonly take: (piece: Buffer) => void;
}

/** The sizes of both parts. */
const headBytes = 8;
const rawMark = '$raw';
/** Less than this becomes little, whatever is in it. */
const countedBytesMin = 1024 * 1024;

/**
 * A message as JSON, with byte arrays beside it. Not as structured cloning writes it: a few bytes of that can become lists of
 * any length, or lists that share their items many times over, and a process that is taken over would use them.
 */
export function writeFrame(message: unknown): Buffer[] {
  const raw: Uint8Array[] = [];
  const json = Buffer.from(
    JSON.stringify(message, function (this: Record<string, unknown>, key: string, value: unknown) {
      // A buffer has become something else in `value`.
      const given = this[key];
      if (!(given instanceof Uint8Array)) return value;
      raw.push(given);
      return { [rawMark]: given.length };
    }),
  );
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(
    raw.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return [
    head,
    json,
    ...raw.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length)),
  ];
}

/** Hands on each message when all of it is there, with its size. Holds no more than one message may take. */
export function createFrameReader(
  limits: FrameLimits,
  onMessage: (message: unknown, bytes: number) => void,
): FrameReader {
  let pieces: Buffer[] = [];
  let held = 0;
  /** Of the head, or of the whole message once its head is known. */
  let wanted = headBytes;
  const join = () => {
    const joined = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, held);
    pieces = [joined];
    return joined;
  };
  return {
    take: (piece) => {
      pieces.push(piece);
      held += piece.length;
      while (held >= wanted) {
        const received = join();
        const size = sizeOf(received, limits);
        wanted = size;
        if (held < size) return;
        const frame = received.subarray(0, size);
        held -= size;
        pieces = held === 0 ? [] : [received.subarray(size)];
        wanted = headBytes;
        onMessage(readFrame(frame, limits.valuesMax), size);
      }
    },
  };
}

function sizeOf(received: Buffer, { jsonBytesMax, rawBytesMax }: FrameLimits): number {
  const jsonBytes = received.readUInt32LE(0);
  const rawBytes = received.readUInt32LE(4);
  if (jsonBytes > jsonBytesMax || rawBytes > rawBytesMax) throw new Error('a message is too large');
  return headBytes + jsonBytes + rawBytes;
}

function readFrame(frame: Buffer, valuesMax: number): unknown {
  const rawAt = headBytes + frame.readUInt32LE(0);
  if (rawAt > countedBytesMin) countValues(frame.subarray(headBytes, rawAt), valuesMax);
  const json = frame.toString('utf8', headBytes, rawAt);
  // In a text the marks would be escaped.
  if (!json.includes(`{"${rawMark}":`)) return JSON.parse(json);
  let at = rawAt;
  return JSON.parse(json, (_key, value: unknown) => {
    const length = rawLengthOf(value);
    if (length === null) return value;
    if (!Number.isInteger(length) || length < 0 || at + length > frame.length)
      throw new Error('a message names bytes that it does not have');
    at += length;
    // A copy: one part must not keep all of the message.
    return new Uint8Array(frame.subarray(at - length, at));
  });
}

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/** Many small values take far more memory than their JSON. Throws if there are too many. */
function countValues(json: Buffer, valuesMax: number): void {
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === comma || byte === list || byte === object) values += 1;
    else if (byte === quote)
      for (at += 1; at < json.length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
    if (values > valuesMax) throw new Error('a message has too many values');
  }
}

function rawLengthOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, rawMark)) return null;
  return Number((value as Record<string, unknown>)[rawMark]);
}
