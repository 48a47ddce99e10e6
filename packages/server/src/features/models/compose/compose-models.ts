import type { ModelCheckResult } from '@avow/contract/models';
import { repeat } from '@avow/foundation/concurrency';
import type { ModelsSettings } from '@avow/inference';
import type { Installation } from '../../../app/installation.ts';
import { checkModels, type ModelCheck } from '../../../app/models/check-models.ts';
import { type LanguageModels, openLanguageModels } from '../../../app/models/open-language-models.ts';
import { openModelsToCheck } from '../../../app/models/open-models-to-check.ts';
import type { ServedModels } from '../../../app/models/replaceable-models.ts';
import type { AuditLog } from '../../log/log.ts';
import { readDocument } from '../model-document.ts';
import { createModelSettings, type LanguageModelSettings, openDocument } from '../models.ts';
import { createModelSealing } from '../store/seal-models.ts';

/** How soon models that another process has set are asked. */
const everyMs = 2_000;
/** What is in progress ends with the models that it began with, within the deadline of a query and this. */
const graceMs = 5_000;

export interface ComposedModels {
  readonly languageModels: LanguageModelSettings;
  /** Uses the models that are stored, and those that are set from now on. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface ModelUses {
  readonly auditLog: () => Pick<AuditLog, 'note'>;
  /** Puts models in place of those that serve. */
  readonly use: (models: ServedModels) => void;
}

/** The language models that are set in the console or over HTTP. A file is in charge if there is one. */
export function composeModels(
  {
    config,
    data,
    log,
    clock,
    modelChanges,
    fileModels = null,
  }: Pick<Installation, 'config' | 'data' | 'log' | 'modelChanges' | 'fileModels'> &
    Required<Pick<Installation, 'clock'>>,
  { auditLog, use }: ModelUses,
): ComposedModels {
  const sealing = createModelSealing(data.pepper);
  const store = data.store.models;
  let revision = 0;
  let served: LanguageModels | null = null;
  const leaving = new Map<LanguageModels, NodeJS.Timeout>();

  function leave(models: LanguageModels): void {
    const close = () => {
      leaving.delete(models);
      void models.close();
    };
    leaving.set(models, setTimeout(close, config.queryDeadlineMs + graceMs).unref());
  }

  async function apply(settings: ModelsSettings): Promise<void> {
    const opened = await openLanguageModels(settings, {
      onChange: (change) => {
        const { kind, model, code } = change;
        log[kind === 'recovered' ? 'info' : 'warn']({ event: kind, model, code }, 'language model');
        modelChanges?.emit(change);
      },
      ...(modelChanges === undefined ? {} : { onSuspected: modelChanges.subscribeSuspicions }),
    });
    const { tiers, refinement, verification } = opened;
    use({ tiers, refinement, verification, budgets: settings.budgets });
    if (served !== null) leave(served);
    served = opened;
  }

  async function follow(): Promise<void> {
    const row = await store.currentModels();
    if (row === null || row.revision === revision) return;
    // What cannot be used is not tried again, until others are set.
    ({ revision } = row);
    const document = openDocument(sealing, row);
    if (document === null) throw new Error('the stored language models were changed outside the service');
    const found = readDocument(document);
    if ('faults' in found) throw new Error('this version cannot use the stored language models');
    await apply(found.settings);
    log.info({ revision }, 'language models were set');
  }

  // One after the other: a change that is made here is followed at once, and the clock may do so too.
  let following: Promise<void> = Promise.resolve();
  const followNext = () => {
    following = following.catch(() => undefined).then(follow);
    return following;
  };
  const round = () =>
    followNext().catch((error: unknown) =>
      log.error({ err: error }, 'the stored language models cannot be used: those before them stay'),
    );
  let stop: () => Promise<void> = async () => undefined;

  return {
    languageModels: createModelSettings({
      ...{ store, sealing, fromFile: fileModels, auditLog, clock, checkModel },
      onChanged: followNext,
    }),
    start: async () => {
      if (fileModels !== null) return;
      await round();
      stop = repeat(everyMs, round);
    },
    close: async () => {
      await stop();
      await following.catch(() => undefined);
      for (const timer of leaving.values()) clearTimeout(timer);
      await Promise.all(
        [...leaving.keys(), ...(served === null ? [] : [served])].map((each) => each.close()),
      );
    },
  };
}

/** One try with the limits that the model has otherwise. */
async function checkModel({ tiers, ...settings }: ModelsSettings): Promise<ModelCheckResult> {
  const models = await openModelsToCheck({
    ...settings,
    tiers: tiers.map((tier) => ({ ...tier, attemptsMax: 1 })),
  });
  try {
    const [check] = await checkModels(models);
    if (check === undefined) throw new Error('no model was checked');
    return toWire(check);
  } finally {
    await models.close();
  }
}

function toWire({ fault, tookMs, cost }: ModelCheck): ModelCheckResult {
  return {
    works: fault === null,
    fault,
    took_ms: Math.round(tookMs),
    cost: cost && { currency: cost.currency, amount: cost.amount },
  };
}
