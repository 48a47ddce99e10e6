import { type WebAssemblyMemory, webAssembly } from './web-assembly.ts';

/**
 * The inner loop of semantic search, in WebAssembly with SIMD: a dot product of 384 numbers in some 25 ns, ten times
 * faster than in JavaScript. The module is so small that it is put together here, instruction by instruction, when it is
 * first needed: there is no file of bytes to keep in step with a source.
 */
export interface DotKernel {
  /**
   * Dot products of one query with `count` rows that lie side by side, as 32-bit integers from `out` on. The query has 16
   * bits a number, the rows 8; `rowBytes` is a multiple of `rowBytesStep`, and `count` is at least 1.
   */
  dots(query: number, rows: number, count: number, rowBytes: number, out: number): void;
}

export function instantiateDotKernel(memory: WebAssemblyMemory): DotKernel {
  const instance = new webAssembly.Instance(new webAssembly.Module(dotKernelBytes()), { host: { memory } });
  return { dots: instance.exports['dots'] as DotKernel['dots'] };
}

/** Rows are padded with zeros to a multiple of this. */
export const rowBytesStep = 64;

const i32 = 0x7f;
const v128 = 0x7b;
const noValue = 0x40;
const i32Add = 0x6a;
const i32Sub = 0x6b;
const i32LessThan = 0x49;
const endOfBlock = 0x0b;

// Parameters and locals of `dots`, by number.
const [query, rows, count, rowBytes, out, queryAt, rowEnd] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Four sums of four: one alone would wait for itself. */
const sums = [7, 8, 9, 10] as const;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, ...signed(value)];
const simd = (...code: readonly number[]) => [0xfd, ...code];
const zeroVector = [...simd(0x0c), ...new Array<number>(16).fill(0)];
const load128 = (atByte: number) => [...simd(0x00), 4, ...unsigned(atByte)];
/** Eight signed bytes as eight 16-bit numbers. */
const loadWidened = (atByte: number) => [...simd(0x01), 3, ...unsigned(atByte)];
const dot16 = simd(0xba, 0x01);
const add32x4 = simd(0xae, 0x01);
const lane32 = (lane: number) => simd(0x1b, lane);
const repeat = (body: readonly number[]) => [0x03, noValue, ...body, endOfBlock];
const again = [0x0d, 0];
const increase = (local: number, by: readonly number[]) => [...get(local), ...by, i32Add, ...set(local)];

/** The step that a row is gone through in, unrolled: eight numbers at a time, added to the sums in turn. */
const oneStep = Array.from({ length: rowBytesStep / 8 }, (_, eighth) => {
  const sum = sums[eighth % sums.length] ?? sums[0];
  return [
    ...[...get(sum), ...get(rows), ...loadWidened(eighth * 8), ...get(queryAt), ...load128(eighth * 16)],
    ...[...dot16, ...add32x4, ...set(sum)],
  ];
}).flat();

const oneRow = [
  ...sums.flatMap((sum) => [...zeroVector, ...set(sum)]),
  ...[...get(query), ...set(queryAt)],
  ...[...get(rows), ...get(rowBytes), i32Add, ...set(rowEnd)],
  ...repeat([
    ...oneStep,
    ...increase(queryAt, i32Const(rowBytesStep * 2)),
    ...increase(rows, i32Const(rowBytesStep)),
    ...[...get(rows), ...get(rowEnd), i32LessThan, ...again],
  ]),
  ...get(out),
  ...sums.flatMap((sum, position) => [...get(sum), ...(position === 0 ? [] : add32x4)]),
  ...set(sums[0]),
  ...[...get(sums[0]), ...lane32(0), ...get(sums[0]), ...lane32(1), i32Add],
  ...[...get(sums[0]), ...lane32(2), i32Add, ...get(sums[0]), ...lane32(3), i32Add],
  // i32.store
  ...[0x36, 2, 0],
];

const allRows = repeat([
  ...oneRow,
  ...increase(out, i32Const(4)),
  ...[...get(count), ...i32Const(1), i32Sub, ...set(count), ...get(count), ...again],
]);

/** The module: one type, the memory from outside, one function. */
function dotKernelBytes(): Uint8Array<ArrayBuffer> {
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const locals = [2, 2, i32, sums.length, v128];
  const body = [...locals, ...allRows, endOfBlock];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, ...name('host'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dots'), 0x00, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** As above, for constants: the seventh bit of the last byte is the sign. Only what is not negative is needed. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}

/** LEB128, in which the format writes lengths. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
