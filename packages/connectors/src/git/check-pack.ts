import { setImmediate as pause } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { parsedLimits } from '../parsed-limits.ts';
import { SourceFault } from '../source-fault.ts';

type PackLimits = { readonly [Name in keyof typeof parsedLimits.git]: number };

const [commitType, treeType, tagType, offsetDelta, referenceDelta] = [1, 2, 4, 6, 7];
const headerBytes = 12;
const trailerBytes = 20;
const referenceBytes = 20;
/** Objects of these types are parsed, and not only copied. */
const parsedBytesMax = 8 * 1024 * 1024;
const objectsAtOnce = 500;

interface Place {
  readonly type: number;
  readonly depth: number;
}

/**
 * Throws unless all that a pack becomes is within the limits: what its headers declare, what it inflates to and what its
 * deltas make. Nothing beyond what an object declares is inflated.
 */
export async function checkPack(pack: Buffer, limits: PackLimits = parsedLimits.git): Promise<void> {
  if (pack.length < headerBytes + trailerBytes || pack.toString('latin1', 0, 4) !== 'PACK')
    throw damaged('is not a pack');
  const count = pack.readUInt32BE(8);
  if (count > limits.objectsMax)
    throw tooLarge(`has ${count} objects, and at most ${limits.objectsMax} are read`);
  const places = new Map<number, Place>();
  let at = headerBytes;
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    if (number % objectsAtOnce === objectsAtOnce - 1) await pause();
    const object = readObject(pack, at, { places, limits });
    total += object.bytes;
    if (total > limits.inflatedBytesMax)
      throw tooLarge(`inflates to more than ${limits.inflatedBytesMax} bytes`);
    places.set(at, object);
    at = object.end;
  }
}

interface CheckedObject extends Place {
  /** Of the object itself, and of what its delta makes. */
  readonly bytes: number;
  readonly end: number;
}

function readObject(
  pack: Buffer,
  start: number,
  { places, limits }: { readonly places: ReadonlyMap<number, Place>; readonly limits: PackLimits },
): CheckedObject {
  const header = readHeader(pack, start);
  const { size } = header;
  if (size > limits.objectBytesMax) throw largeObject(size, limits);
  let { at } = header;
  let place: Place = { type: header.type, depth: 0 };
  const isDelta = header.type === offsetDelta || header.type === referenceDelta;
  if (header.type === offsetDelta) {
    const distance = readDistance(pack, at);
    at = distance.at;
    const base = places.get(start - distance.value);
    if (base === undefined) throw damaged('has a delta without a base');
    place = { type: base.type, depth: base.depth + 1 };
    if (place.depth > limits.deltaDepthMax)
      throw tooLarge(`has deltas of more than ${limits.deltaDepthMax} others`);
  } else if (header.type === referenceDelta) at += referenceBytes;
  const { bytes, read } = inflateWithin(pack.subarray(at, pack.length - trailerBytes), size);
  const made = isDelta ? sizeOfDelta(bytes) : size;
  if (made > limits.objectBytesMax) throw largeObject(made, limits);
  if ([commitType, treeType, tagType].includes(place.type) && made > parsedBytesMax)
    throw tooLarge(`has a folder or a commit of more than ${parsedBytesMax} bytes`);
  return { ...place, bytes: isDelta ? size + made : size, end: at + read };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw damaged('is cut off');
  return byte;
}

/** Three bits of type, and a size of which the first byte has four bits. */
function readHeader(pack: Buffer, start: number): { type: number; size: number; at: number } {
  const first = byteAt(pack, start);
  let size = first & 0x0f;
  let at = start + 1;
  let scale = 16;
  for (let byte = first; byte >= 0x80; scale *= 128) {
    byte = byteAt(pack, at);
    at += 1;
    size += (byte & 0x7f) * scale;
    if (size > Number.MAX_SAFE_INTEGER) throw damaged('declares a size that cannot be');
  }
  return { type: (first >> 4) & 0x07, size, at };
}

function readDistance(pack: Buffer, start: number): { value: number; at: number } {
  let at = start;
  let byte = byteAt(pack, at);
  let value = byte & 0x7f;
  while (byte >= 0x80) {
    at += 1;
    byte = byteAt(pack, at);
    value = (value + 1) * 128 + (byte & 0x7f);
    if (value > pack.length) throw damaged('has a delta without a base');
  }
  return { value, at: at + 1 };
}

/** A delta begins with the size of its base and of what it makes. */
function sizeOfDelta(delta: Uint8Array): number {
  let at = 0;
  const next = () => {
    let [value, scale] = [0, 1];
    for (let more = true; more; scale *= 128) {
      const byte = byteAt(delta, at);
      at += 1;
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw damaged('declares a size that cannot be');
      more = byte >= 0x80;
    }
    return value;
  };
  next();
  return next();
}

/** The types do not know the result with `info`. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflateWithin(bytes: Buffer, size: number): { bytes: Buffer; read: number } {
  try {
    const options = { maxOutputLength: Math.max(size, 1), info: true };
    const { buffer, engine } = inflateSync(bytes, options) as unknown as Inflated;
    if (buffer.length === size) return { bytes: buffer, read: engine.bytesWritten };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw damaged('has an object that cannot be inflated', cause);
  }
  throw damaged('has an object of another size than it declares');
}

const largeObject = (size: number, { objectBytesMax }: PackLimits) =>
  tooLarge(`has an object of ${size} bytes, and at most ${objectBytesMax} are read`);

const tooLarge = (what: string) => new SourceFault('too_large', `The repository ${what}.`);

const damaged = (what: string, cause?: unknown) =>
  new SourceFault('invalid', `The repository could not be read: what its server sent ${what}.`, { cause });
