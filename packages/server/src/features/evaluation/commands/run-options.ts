import type { PackOptions } from '../../content/commands/with-packs.ts';
import type { CompareTarget } from './compare-target.ts';
import type { Tier } from './read-numbers.ts';

/** The options of `avow eval run`. */
export interface RunOptions extends PackOptions {
  readonly draft?: true;
  readonly version?: number;
  readonly tier?: Tier;
  readonly policy?: string;
  readonly compare?: CompareTarget;
  readonly jsonFile?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly atOnce: number;
  readonly resume?: string;
  readonly minAccuracy?: number;
  readonly tolerance?: number;
}
