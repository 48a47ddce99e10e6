import type { ModelCheckResult } from '@avow/contract/models';
import { repeat } from '@avow/foundation/concurrency';
import type { ModelsSettings } from '@avow/inference';
import { observeModels } from '../../../app/compose-telemetry.ts';
import type { Installation } from '../../../app/installation.ts';
import { checkModels, type ModelCheck } from '../../../app/models/check-models.ts';
import { openGuardModel } from '../../../app/models/open-guard-model.ts';
import { openLanguageModels } from '../../../app/models/open-language-models.ts';
import { openModelsToCheck } from '../../../app/models/open-models-to-check.ts';
import type { ServedModels } from '../../../app/models/replaceable-models.ts';
import { noteModels } from '../../../app/models/watch-models.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { ModelTelemetry } from '../../../telemetry/telemetry.ts';
import type { AuditLog } from '../../log/log.ts';
import type { composeGuardrails } from '../../policies/compose/compose-guardrails.ts';
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

interface Closing {
  close(): Promise<void>;
}

interface ModelUses {
  readonly auditLog: () => Pick<AuditLog, 'note'>;
  /** Takes models in place of those that serve. */
  readonly serving: { replace(next: ServedModels): ServedModels };
  readonly guards: Pick<ComposedGuards, 'recompile'>;
  readonly telemetry: ModelTelemetry;
  readonly metrics: Pick<Metrics, 'noteModel'>;
}

type ComposedGuards = Awaited<ReturnType<typeof composeGuardrails>>['guards'];

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
  { auditLog, serving, guards, telemetry, metrics }: ModelUses,
): ComposedModels {
  const sealing = createModelSealing(data.pepper);
  const store = data.store.models;
  let revision = 0;
  let served: Closing | null = null;
  const leaving = new Map<Closing, NodeJS.Timeout>();

  function leave(models: Closing): void {
    const close = () => {
      leaving.delete(models);
      void models.close();
    };
    leaving.set(models, setTimeout(close, config.queryDeadlineMs + graceMs).unref());
  }

  async function apply(settings: ModelsSettings): Promise<void> {
    const guardModel = await openGuardModel(settings.guardrail, {
      onChange: (state) => log[state === 'works' ? 'info' : 'warn']({ event: state }, 'guardrail model'),
    });
    const opened = await openLanguageModels(settings, {
      onChange: (change) => {
        const { kind, model, code } = change;
        log[kind === 'recovered' ? 'info' : 'warn']({ event: kind, model, code }, 'language model');
        modelChanges?.emit(change);
      },
      ...(modelChanges === undefined ? {} : { onSuspected: modelChanges.subscribeSuspicions }),
    });
    const { tiers, refinement, verification } = opened;
    const next = { tiers, refinement, verification, guardModel, budgets: settings.budgets };
    noteModels(serving.replace(observeModels(next, telemetry)), metrics);
    guards.recompile();
    if (served !== null) leave(served);
    served = { close: async () => void (await Promise.all([opened.close(), guardModel?.close()])) };
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
