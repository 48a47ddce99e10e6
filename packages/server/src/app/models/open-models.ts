import { join } from 'node:path';
import type { Log } from '@avow/foundation/log';
import type { Encoder, GuardModel, ModelsSettings, Reader, Screener } from '@avow/inference';
import { planProcesses, readMachine } from '@avow/inference';
import type { Config } from '../../config/load-config.ts';
import { createModelChanges, type ModelChanges } from '../../telemetry/model-changes.ts';
import { openEncoder, openReader, openScreener } from './open-embedded-models.ts';
import { openGuardModel } from './open-guard-model.ts';
import { type LanguageModels, openLanguageModels } from './open-language-models.ts';

/** The embedded models that are enabled and installed, and the language models that are configured. */
export interface Models extends Omit<LanguageModels, 'close'> {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly screener: Screener | null;
  readonly guardModel: GuardModel | null;
  /** What tenants may spend on language models. */
  readonly budgets: ModelsSettings['budgets'];
  readonly modelChanges: ModelChanges;
  close(): Promise<void>;
}

/** In the data folder. What is in it can be removed at any time while the service does not run. */
const preparedFolder = 'models';

/** Opens the models for the service: they are loaded immediately, and events of their processes are logged. */
export async function openModels(
  config: Pick<
    Config,
    'searchByMeaning' | 'embeddedReader' | 'embeddedScreener' | 'modelProcessesMax' | 'dataDir'
  >,
  settings: ModelsSettings,
  log: Log,
): Promise<Models> {
  const modelChanges = createModelChanges();
  const logAs =
    (model: string) =>
    ({ kind, ...event }: { readonly kind: string }): void => {
      const isFailure = kind === 'lost' || kind === 'failed';
      log[isFailure ? 'warn' : 'debug']({ event: kind, ...event }, model);
      if (isFailure) modelChanges.emitProcess({ kind, model });
    };
  const { opening, close } = openTogether();
  const guardModel = await opening(
    openGuardModel(settings.guardrail, {
      onChange: (state) => log[state === 'works' ? 'info' : 'warn']({ event: state }, 'guardrail model'),
    }),
  );
  const { tiers, refinement, verification } = await opening(
    openLanguageModels(settings, {
      onChange: (change) => {
        const { kind, model, code } = change;
        log[kind === 'recovered' ? 'info' : 'warn']({ event: kind, model, code }, 'language model');
        modelChanges.emit(change);
      },
      onLocalEvent: logAs('local language model'),
      onSuspected: modelChanges.subscribeSuspicions,
    }),
  );
  const plan = planProcesses(readMachine(), config.modelProcessesMax);
  const usual = { preload: true, preparedFolder: join(config.dataDir, preparedFolder) };
  const encoder = await opening(
    openEncoder(config, { ...usual, ...plan.encoder, onEvent: logAs('encoder') }),
  );
  if (encoder === null && config.searchByMeaning === 'on')
    log.warn('no encoder is installed: only keyword search is available');
  const reader = await opening(openReader(config, { ...usual, ...plan.reader, onEvent: logAs('reader') }));
  if (reader === null && config.embeddedReader === 'on')
    log.warn('no reader is installed: answers from documents are selected by keywords');
  const screener = await opening(
    openScreener(config, { ...usual, ...plan.screener, onEvent: logAs('screener') }),
  );
  if (screener === null && config.embeddedScreener === 'on')
    log.warn('no screener is installed: guardrails check texts by rules only');
  const { budgets } = settings;
  return {
    encoder,
    reader,
    screener,
    guardModel,
    tiers,
    refinement,
    verification,
    budgets,
    modelChanges,
    close,
  };
}

/** Opens one after the other. If one cannot be opened, those before it are closed. */
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
