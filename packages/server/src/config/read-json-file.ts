import { UserError } from '@avow/foundation';
import { parseStrictJson, StrictJsonError } from '@avow/text';
import { type FileFault, type FilePlace, startOfFile } from './file-fields.ts';

/** Everything that is wrong with a file that the operator wrote. */
export class InvalidFileError extends UserError {
  readonly faults: readonly FileFault[];

  constructor(file: string, faults: readonly FileFault[]) {
    const lines = faults.map(({ pointer, message }) => `${pointer === '' ? 'the file' : pointer} ${message}`);
    super(`The ${file} is invalid:\n  ${lines.join('\n  ')}`);
    this.name = 'InvalidFileError';
    this.faults = faults;
  }
}

/** What a file of JSON says. Throws one error that lists every fault, and repeats no value of the file. */
export function readJsonFile<Value>(
  text: string,
  { file, depthMax }: { readonly file: string; readonly depthMax: number },
  read: (value: unknown, root: FilePlace) => Value | undefined,
): Value {
  const faults: FileFault[] = [];
  const root = startOfFile((fault) => faults.push(fault));
  const value = readText(text, depthMax, root, read);
  if (faults.length > 0 || value === undefined) throw new InvalidFileError(file, faults);
  return value;
}

function readText<Value>(
  text: string,
  depthMax: number,
  root: FilePlace,
  read: (value: unknown, root: FilePlace) => Value | undefined,
): Value | undefined {
  let parsed: unknown;
  try {
    parsed = parseStrictJson(text, { depthMax });
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { line, column, message } = error;
    return root.fault(`is not JSON: at line ${line}, column ${column}, ${message}`);
  }
  return read(parsed, root);
}
