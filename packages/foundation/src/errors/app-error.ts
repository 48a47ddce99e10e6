import type { ProblemCode } from '@avow/contract/values';

/** One fault in a client's input, as problem documents list them. */
export interface InputFault {
  /** JSON Pointer into the body, or the name of a header or parameter. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** For the client: says what is wrong, never repeats a secret, a question or an answer. */
  readonly detail?: string;
  readonly errors?: readonly InputFault[];
  /** Of the message whose failure this is. */
  readonly messageId?: string;
  readonly retryAfterSeconds?: number;
  /** Members that one code alone adds to its problem document. */
  readonly extra?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

/** An error that ends a request, with a code of the contract's table. Expected outcomes are values, not errors. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly options: AppErrorOptions;

  constructor(code: ProblemCode, options: AppErrorOptions = {}) {
    super(options.detail ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }
}
