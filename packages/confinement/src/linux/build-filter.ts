import { type Architecture, firstUnknownCall, numberOf } from './call-numbers.ts';
import {
  hiddenCalls,
  namingOptions,
  refusedCalls,
  refusedCommands,
  servingCalls,
  socketCalls,
} from './refused-calls.ts';

/** One instruction of the filter: what to do, how far to jump if a comparison holds and if not, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfBitSet = 0x45;
const giveBack = 0x06;
const allow = 0x7fff0000;
const killProcess = 0x80000000;
const refuse = (error: number) => 0x00050000 + error;
const notPermitted = refuse(1);
const notImplemented = refuse(38);
const noSuchFamily = refuse(97);

const numberAt = 0;
const architectureAt = 4;
const firstArgumentAt = 16;
const secondArgumentAt = 24;
const auditNumbers = { x64: 0xc000003e, arm64: 0xc00000b7 } as const satisfies Record<Architecture, number>;
/** Calls of a second interface of x64, under other numbers. */
const x32Bit = 0x40000000;
const threadFlag = 0x10000;
const internetFamilies = [2, 10] as const;
const bytesPerInstruction = 8;

export interface FilterOptions {
  readonly architecture: Architecture;
  readonly network: boolean;
  /** The process that the filter is for, which may signal itself. */
  readonly processId: number;
}

/**
 * The program that the kernel runs for each system call of the process, as Seccomp takes it: no other process, no change
 * to a file's metadata, no tracing, no administration; no socket, or only those that connect to the internet.
 */
export function buildFilter({ architecture, network, processId }: FilterOptions): Buffer {
  const ifCall = (name: string, then: readonly Instruction[]): Instruction[] => {
    const number = numberOf(name, architecture);
    return number === null ? [] : [[jumpIfEqual, 0, then.length, number], ...then];
  };
  const always = (names: readonly string[], result: number) =>
    names.flatMap((name) => ifCall(name, [end(result)]));
  return encode([
    [load, 0, 0, architectureAt],
    [jumpIfEqual, 1, 0, auditNumbers[architecture]],
    end(killProcess),
    [load, 0, 0, numberAt],
    ...(architecture === 'x64' ? ([[jumpIfBitSet, 0, 1, x32Bit], end(killProcess)] as const) : []),
    [jumpIfAtLeast, 0, 1, firstUnknownCall],
    end(notImplemented),
    // Threads, and nothing that is not one.
    ...ifCall('clone', ifFirst([[jumpIfBitSet, threadFlag]], notPermitted)),
    ...['kill', 'tgkill'].flatMap((name) => ifCall(name, ifFirst([[jumpIfEqual, processId]], notPermitted))),
    // Limits of its own, by either name.
    ...ifCall('prlimit64', ifFirst(equalTo([0, processId]), notPermitted)),
    ...ifCall('prctl', ifFirst(equalTo(namingOptions), notPermitted)),
    ...Object.entries(refusedCommands).flatMap(([name, commands]) => ifCall(name, unlessSecond(commands))),
    ...(network ? ifCall('socket', ifFirst(equalTo(internetFamilies), noSuchFamily)) : []),
    ...always(hiddenCalls, notImplemented),
    ...always([...refusedCalls, ...(network ? servingCalls : socketCalls)], notPermitted),
    end(allow),
  ]);
}

/** The size of the program in instructions, which the kernel asks for. */
export function countInstructions(filter: Buffer): number {
  return filter.length / bytesPerInstruction;
}

function end(result: number): Instruction {
  return [giveBack, 0, 0, result];
}

const equalTo = (operands: readonly number[]) => operands.map((operand) => [jumpIfEqual, operand] as const);

/** Refuses the call if its second argument is one of these, and allows it otherwise. */
function unlessSecond(operands: readonly number[]): Instruction[] {
  return [
    [load, 0, 0, secondArgumentAt],
    ...operands.map((operand, index): Instruction => [jumpIfEqual, operands.length - index, 0, operand]),
    end(allow),
    end(notPermitted),
  ];
}

/** Allows the call if a comparison of its first argument holds, and refuses it otherwise. */
function ifFirst(
  comparisons: ReadonlyArray<readonly [code: number, operand: number]>,
  refusal: number,
): Instruction[] {
  return [
    [load, 0, 0, firstArgumentAt],
    ...comparisons.map(
      ([code, operand], index): Instruction => [code, comparisons.length - index, 0, operand],
    ),
    end(refusal),
    end(allow),
  ];
}

function encode(program: readonly Instruction[]): Buffer {
  const filter = Buffer.alloc(program.length * bytesPerInstruction);
  for (const [index, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    const start = index * bytesPerInstruction;
    filter.writeUInt16LE(code, start);
    filter.writeUInt8(ifTrue, start + 2);
    filter.writeUInt8(ifFalse, start + 3);
    filter.writeUInt32LE(operand >>> 0, start + 4);
  }
  return filter;
}
