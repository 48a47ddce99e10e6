import { type FileHandle, open } from 'node:fs/promises';
import { UserError } from '@avow/foundation';

/** What a GGUF file says about its model. */
export interface GgufFacts {
  /** As `qwen2`. */
  readonly architecture: string;
  readonly name: string | null;
  readonly parameters: number;
  /** As `Q4_K_M`; null: not stated. */
  readonly quantisation: string | null;
  /** The longest context that it was trained with; null: not stated. */
  readonly contextTokensMax: number | null;
  readonly hasChatTemplate: boolean;
  readonly layers: number | null;
  readonly headsForKeys: number | null;
  /** Of a key and of a value together. */
  readonly headWidth: number | null;
  readonly fileBytes: number;
}

/** A vocabulary takes some MiB; nothing sensible takes more. */
const headerBytesMax = 256 * 1024 * 1024;
const readBytes = 1024 * 1024;
const stringBytesMax = 16 * 1024 * 1024;
const entriesMax = 100_000;
const tensorsMax = 1_000_000;
const magic = 0x46554747;

/** By `general.file_type`, as llama.cpp numbers them. */
const quantisations: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
};

/** Reads the header of a GGUF file. Fails with a `UserError` that says what is wrong with the file. */
export async function readGguf(path: string): Promise<GgufFacts> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code}).`, { cause: error });
  });
  try {
    const { size } = await file.stat();
    return await readHeader(path, { file, size });
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (error instanceof RangeError)
      throw new UserError(`${path} is damaged: ${error.message}.`, { cause: error });
    throw new UserError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  } finally {
    await file.close();
  }
}

async function readHeader(
  path: string,
  { file, size }: { readonly file: FileHandle; readonly size: number },
): Promise<GgufFacts> {
  const cursor = createCursor(file, size);
  if (size < 24 || (await cursor.uint32()) !== magic) throw new UserError(`${path} is not a GGUF file.`);
  const version = await cursor.uint32();
  if (version !== 2 && version !== 3)
    throw new UserError(`${path} has version ${version} of GGUF; 2 and 3 can be read.`);
  const tensors = limited(await cursor.uint64(), tensorsMax, 'it names too many tensors');
  const entries = limited(await cursor.uint64(), entriesMax, 'it has too many fields');
  const fields = new Map<string, unknown>();
  for (let entry = 0; entry < entries; entry += 1) {
    const key = await cursor.string();
    fields.set(key, await readValue(cursor, await cursor.uint32()));
  }
  const { parameters, lastOffset } = await readTensors(cursor, tensors);
  if (lastOffset >= size - cursor.position()) throw new RangeError('it ends before its tensors do');
  return factsOf(fields, { parameters, fileBytes: size });
}

type Cursor = ReturnType<typeof createCursor>;

/** Reads forward through the header, part by part. */
function createCursor(file: FileHandle, size: number) {
  let part = Buffer.alloc(0);
  let partStart = 0;
  let at = 0;
  const position = () => partStart + at;
  const take = async (bytes: number): Promise<Buffer> => {
    if (position() + bytes > Math.min(size, headerBytesMax)) throw new RangeError('its header does not end');
    if (at + bytes > part.length) {
      partStart += at;
      part = Buffer.alloc(Math.min(Math.max(bytes, readBytes), size - partStart));
      at = 0;
      const { bytesRead } = await file.read(part, 0, part.length, partStart);
      if (bytesRead < bytes) throw new RangeError('it became shorter while it was read');
    }
    const taken = part.subarray(at, at + bytes);
    at += bytes;
    return taken;
  };
  const uint64 = async () => Number((await take(8)).readBigUInt64LE());
  return {
    position,
    take,
    uint32: async () => (await take(4)).readUInt32LE(),
    uint64,
    string: async () =>
      (await take(limited(await uint64(), stringBytesMax, 'a text in it is too long'))).toString('utf8'),
  };
}

function limited(count: number, max: number, fault: string): number {
  if (count > max) throw new RangeError(fault);
  return count;
}

/** The types of values: their sizes, and how they are read. */
const numbers: Readonly<
  Record<number, { readonly bytes: number; readonly read: (from: Buffer) => unknown }>
> = {
  0: { bytes: 1, read: (from) => from.readUInt8() },
  1: { bytes: 1, read: (from) => from.readInt8() },
  2: { bytes: 2, read: (from) => from.readUInt16LE() },
  3: { bytes: 2, read: (from) => from.readInt16LE() },
  4: { bytes: 4, read: (from) => from.readUInt32LE() },
  5: { bytes: 4, read: (from) => from.readInt32LE() },
  6: { bytes: 4, read: (from) => from.readFloatLE() },
  7: { bytes: 1, read: (from) => from.readUInt8() !== 0 },
  10: { bytes: 8, read: (from) => Number(from.readBigUInt64LE()) },
  11: { bytes: 8, read: (from) => Number(from.readBigInt64LE()) },
  12: { bytes: 8, read: (from) => from.readDoubleLE() },
};
const stringType = 8;
const arrayType = 9;

/** Null for an array: none is needed, and a vocabulary is large. */
async function readValue(cursor: Cursor, type: number): Promise<unknown> {
  if (type === stringType) return await cursor.string();
  if (type === arrayType) {
    const itemType = await cursor.uint32();
    const count = limited(await cursor.uint64(), headerBytesMax, 'a list in it is too long');
    const bytes = numbers[itemType]?.bytes;
    if (bytes !== undefined)
      await cursor.take(limited(bytes * count, headerBytesMax, 'a list in it is too long'));
    else for (let item = 0; item < count; item += 1) await readValue(cursor, itemType);
    return null;
  }
  const number = numbers[type];
  if (number === undefined) throw new RangeError('a field in it has an unknown type');
  return number.read(await cursor.take(number.bytes));
}

async function readTensors(
  cursor: Cursor,
  count: number,
): Promise<{ readonly parameters: number; readonly lastOffset: number }> {
  let parameters = 0;
  let lastOffset = 0;
  for (let tensor = 0; tensor < count; tensor += 1) {
    await cursor.string();
    const dimensions = limited(await cursor.uint32(), 8, 'a tensor in it has too many dimensions');
    let size = 1;
    for (let each = 0; each < dimensions; each += 1) size *= await cursor.uint64();
    parameters += size;
    await cursor.uint32();
    lastOffset = Math.max(lastOffset, await cursor.uint64());
  }
  return { parameters, lastOffset };
}

function factsOf(
  fields: ReadonlyMap<string, unknown>,
  measured: Pick<GgufFacts, 'parameters' | 'fileBytes'>,
): GgufFacts {
  const textOf = (key: string) => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : null;
  };
  const numberOf = (key: string) => {
    const value = fields.get(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const architecture = textOf('general.architecture');
  if (architecture === null) throw new RangeError('it does not name its architecture');
  const heads = numberOf(`${architecture}.attention.head_count`);
  const width = numberOf(`${architecture}.embedding_length`);
  const usualWidth = heads === null || heads === 0 || width === null ? null : width / heads;
  const keyWidth = numberOf(`${architecture}.attention.key_length`) ?? usualWidth;
  const valueWidth = numberOf(`${architecture}.attention.value_length`) ?? usualWidth;
  return {
    ...measured,
    architecture,
    name: textOf('general.name'),
    quantisation: quantisations[numberOf('general.file_type') ?? -1] ?? null,
    contextTokensMax: numberOf(`${architecture}.context_length`),
    hasChatTemplate: textOf('tokenizer.chat_template') !== null,
    layers: numberOf(`${architecture}.block_count`),
    headsForKeys: numberOf(`${architecture}.attention.head_count_kv`) ?? heads,
    headWidth: keyWidth === null || valueWidth === null ? null : keyWidth + valueWidth,
  };
}
