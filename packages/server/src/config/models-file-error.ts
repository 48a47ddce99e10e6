import { UserError } from '@avow/foundation';
import type { FileFault } from './file-fields.ts';

/** Everything that is wrong with a file of language models. */
export class ModelsFileError extends UserError {
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    const lines = faults.map(({ pointer, message }) => `${pointer === '' ? 'the file' : pointer} ${message}`);
    super(`The file of language models is invalid:\n  ${lines.join('\n  ')}`);
    this.name = 'ModelsFileError';
    this.faults = faults;
  }
}
