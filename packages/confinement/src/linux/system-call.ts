import { createRequire } from 'node:module';

/** Calls the kernel. Throws if it refuses. */
type SystemCall = (number: number, ...args: ReadonlyArray<number | Buffer>) => number;

export interface Kernel {
  readonly call: SystemCall;
  readonly addressOf: (buffer: Buffer) => bigint;
}

const argumentsMax = 6;
const failed = -1;

/** Loads the library only here, in the process that is about to be confined: it is never needed for longer. */
export function openKernel(): Kernel {
  const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
  const syscall = koffi
    .load(null)
    .func('syscall', 'long', ['long', ...Array.from({ length: argumentsMax }, () => 'intptr_t')]);
  const addressOf = (buffer: Buffer) => BigInt(koffi.address(buffer));
  return {
    addressOf,
    call: (number, ...args) => {
      const values = args.map((value) => (typeof value === 'number' ? value : addressOf(value)));
      while (values.length < argumentsMax) values.push(0);
      const result = Number(syscall(number, ...values));
      if (result === failed) throw new Error(`system call ${number}: error ${koffi.errno()}`);
      return result;
    },
  };
}
