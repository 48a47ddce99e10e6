import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { Reader } from '../interfaces/reader.ts';
import type { Screener } from '../interfaces/screener.ts';
import type { Log } from '../log/create-log.ts';
import type { DataFolder } from './open-data-folder.ts';

/** What a service is put together from. */
export interface AppParts {
  readonly config: Config;
  readonly data: Pick<DataFolder, 'store' | 'search' | 'pepper' | 'tryAlone'>;
  /** Null: the search goes by words alone. The caller's to close. */
  readonly encoder: Encoder | null;
  /** Null: answers from documents are chosen by their words. The caller's to close. */
  readonly reader: Reader | null;
  /** Null: guardrails screen texts by rules alone. The caller's to close. */
  readonly screener: Screener | null;
  /** Null: guardrails have no second opinion, and rules in words are not applied. */
  readonly guardModel: GuardModel | null;
  readonly log: Log;
  readonly clock?: Clock;
}
