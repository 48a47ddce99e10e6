import type { Config } from '../config/load-config.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { Reader } from '../interfaces/reader.ts';
import type { Screener } from '../interfaces/screener.ts';
import type { Log } from '../log/create-log.ts';
import { createModelChanges, type ModelChanges } from './model-changes.ts';
import { openEncoder } from './open-encoder.ts';
import { openGuardModel } from './open-guard-model.ts';
import { type LanguageModels, openLanguageModels } from './open-language-models.ts';
import { openReader } from './open-reader.ts';
import { openScreener } from './open-screener.ts';

/**
 * The models that come with the product, as far as the operator wants them and they are installed, and those that the
 * operator has set up.
 */
export interface Models extends Omit<LanguageModels, 'close'> {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly screener: Screener | null;
  readonly guardModel: GuardModel | null;
  /** What tenants may spend on those that the operator has set up. */
  readonly budgets: ModelsSettings['budgets'];
  readonly modelChanges: ModelChanges;
  close(): Promise<void>;
}

/** Opens them for serving: loaded at once, and what becomes of their processes is logged. */
export async function openModels(
  config: Pick<Config, 'searchByMeaning' | 'embeddedReader' | 'embeddedScreener'>,
  settings: ModelsSettings,
  log: Log,
): Promise<Models> {
  const logAs =
    (model: string) =>
    ({ kind, ...event }: { readonly kind: string }): void =>
      kind === 'lost' || kind === 'failed'
        ? log.warn({ event: kind, ...event }, model)
        : log.debug({ event: kind, ...event }, model);
  const { opening, close } = openTogether();
  const modelChanges = createModelChanges();
  const guardModel = await opening(
    openGuardModel(settings.guardrail, {
      onChange: (state) => log[state === 'works' ? 'info' : 'warn']({ event: state }, 'guardrail model'),
    }),
  );
  const { tiers, refinement } = await opening(
    openLanguageModels(settings, {
      onChange: (change) => {
        const { kind, model, code } = change;
        log[kind === 'recovered' ? 'info' : 'warn']({ event: kind, model, code }, 'language model');
        modelChanges.tell(change);
      },
    }),
  );
  const encoder = await opening(openEncoder(config, { preload: true, onEvent: logAs('encoder') }));
  if (encoder === null && config.searchByMeaning === 'on')
    log.warn('there is no encoder in this installation: the search goes by words alone');
  const reader = await opening(openReader(config, { preload: true, onEvent: logAs('reader') }));
  if (reader === null && config.embeddedReader === 'on')
    log.warn('there is no reader in this installation: answers from documents are chosen by their words');
  const screener = await opening(openScreener(config, { preload: true, onEvent: logAs('screener') }));
  if (screener === null && config.embeddedScreener === 'on')
    log.warn('there is no screener in this installation: guardrails screen texts by rules alone');
  const { budgets } = settings;
  return { encoder, reader, screener, guardModel, tiers, refinement, budgets, modelChanges, close };
}

/** Opens one after the other. Where one cannot be opened, those before it are closed. */
function openTogether() {
  const opened: Array<{ close(): Promise<void> } | null> = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((model) => model?.close()));
  };
  const opening = async <Model extends { close(): Promise<void> } | null>(
    next: Promise<Model>,
  ): Promise<Model> => {
    try {
      const model = await next;
      opened.push(model);
      return model;
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { opening, close };
}
