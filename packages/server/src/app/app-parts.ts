import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { Reader } from '../interfaces/reader.ts';
import type { Screener } from '../interfaces/screener.ts';
import type { Log } from '../log/create-log.ts';
import type { ModelChanges } from './model-changes.ts';
import type { DataFolder } from './open-data-folder.ts';
import type { LanguageModels } from './open-language-models.ts';

/** What a service is put together from. */
export interface AppParts {
  readonly config: Config;
  readonly data: Pick<DataFolder, 'store' | 'search' | 'pepper' | 'logKey' | 'tryAlone'>;
  /** Null: the search goes by words alone. The caller's to close. */
  readonly encoder: Encoder | null;
  /** Null: answers from documents are chosen by their words. The caller's to close. */
  readonly reader: Reader | null;
  /** Null: guardrails screen texts by rules alone. The caller's to close. */
  readonly screener: Screener | null;
  /** Null: guardrails have no second opinion, and rules in words are not applied. */
  readonly guardModel: GuardModel | null;
  /** The operator's language models, best first; none: the embedded ones answer alone. The caller's to close. */
  readonly tiers?: LanguageModels['tiers'];
  /** Null: follow-ups are made questions of their own by rules. The caller's to close. */
  readonly refinement?: LanguageModels['refinement'];
  /** What tenants may spend on language models. Left out: there is no limit. */
  readonly budgets?: ModelsSettings['budgets'];
  /** Where it is told how language models do. */
  readonly modelChanges?: ModelChanges;
  readonly log: Log;
  readonly clock?: Clock;
}
