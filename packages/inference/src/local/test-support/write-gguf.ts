import { writeFileSync } from 'node:fs';

export interface GgufContent {
  readonly fields?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly tensors?: ReadonlyArray<{
    readonly name: string;
    readonly dimensions: readonly number[];
    readonly offset: number;
  }>;
  readonly dataBytes?: number;
  readonly version?: number;
}

/** The fields of a small model that follows instructions. */
export const usualFields = {
  'general.architecture': 'llama',
  'general.name': 'Tiny',
  'general.file_type': 15,
  'llama.context_length': 8192,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'llama.attention.head_count_kv': 2,
  'tokenizer.ggml.tokens': ['a', 'b', 'ü'],
  'tokenizer.chat_template': '{{ messages }}',
};

/** A file with a header of GGUF, and nothing sensible after it. */
export function writeGguf(path: string, parts: GgufContent = {}): void {
  const {
    fields = usualFields,
    tensors = [{ name: 'token_embd.weight', dimensions: [64, 3], offset: 0 }],
    dataBytes = 256,
    version = 3,
  } = parts;
  const entries = Object.entries(fields);
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from('GGUF'),
      uint32(version),
      uint64(tensors.length),
      uint64(entries.length),
      ...entries.flatMap(([key, value]) => [string(key), ...encodeValue(value)]),
      ...tensors.flatMap(({ name, dimensions, offset }) => [
        ...[string(name), uint32(dimensions.length), ...dimensions.map(uint64), uint32(0), uint64(offset)],
      ]),
      Buffer.alloc(dataBytes),
    ]),
  );
}

function encodeValue(value: string | number | readonly string[]): Buffer[] {
  if (typeof value === 'string') return [uint32(8), string(value)];
  if (typeof value === 'number') return [uint32(4), uint32(value)];
  return [uint32(9), uint32(8), uint64(value.length), ...value.map(string)];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(text: string): Buffer {
  return Buffer.concat([uint64(Buffer.byteLength(text)), Buffer.from(text)]);
}
