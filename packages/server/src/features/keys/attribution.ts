import type { CallerId } from '@avow/foundation';

/** Who acts, as recorded on the log; `operator` for the command line. */
export type Actor = CallerId | 'operator';

/** Who did something, and when. */
export interface Attribution {
  readonly atMs: number;
  readonly actor: Actor;
}
