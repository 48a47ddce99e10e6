import type { ParsingLimits } from './parsing-limits.ts';

export interface FileToParse {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly limits: ParsingLimits;
}
