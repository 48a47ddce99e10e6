import type { GivenModel, ModelCheckResult, ModelsState, ReplaceModelsRequest } from '@avow/contract/models';
import { formatTime } from '@avow/contract/values';
import { AppError, type CallerId, type Clock, type TenantId } from '@avow/foundation';
import { createTenantLimiter } from '@avow/foundation/concurrency';
import type { ModelsSettings } from '@avow/inference';
import type { FileFault } from '../../config/file-fields.ts';
import type { AuditLog } from '../log/log.ts';
import { createLastChecks } from './last-checks.ts';
import { composeDocument, type ModelDocument, noModels, readDocument } from './model-document.ts';
import type { ModelStore, StoredModels } from './model-store.ts';
import { showDocument, showSettings } from './show-models.ts';

/** Who sets or checks models. */
interface ModelCaller {
  readonly tenantId: TenantId;
  readonly callerId: CallerId;
}

/** The language models of an installation, as operators set them up without a file. */
export interface LanguageModelSettings {
  read(): Promise<ModelsState>;
  /** `expected`: the revisions that may be replaced; null: any. */
  replace(
    given: ReplaceModelsRequest,
    by: ModelCaller,
    expected: readonly number[] | null,
  ): Promise<ModelsState>;
  /** Asks one model a short question. */
  check(model: GivenModel, by: ModelCaller): Promise<ModelCheckResult>;
}

export interface ModelSettingsDependencies {
  readonly store: ModelStore;
  readonly sealing: {
    seal(text: string, revision: number): Uint8Array;
    open(sealed: Uint8Array, revision: number): string | null;
  };
  /** What the file says; null: there is none, and the store is in charge. */
  readonly fromFile: ModelsSettings | null;
  readonly auditLog: () => Pick<AuditLog, 'note'>;
  readonly clock: Clock;
  /** Called once other models are set. */
  readonly onChanged: () => Promise<void>;
  readonly checkModel: (settings: ModelsSettings) => Promise<ModelCheckResult>;
}

/** Overall; each tenant has one. */
const checksMax = 4;
const retryAfterSeconds = 2;

export function createModelSettings(parts: ModelSettingsDependencies): LanguageModelSettings {
  const { store, fromFile, clock } = parts;
  const checks = createTenantLimiter({ tenantMax: 1, totalMax: checksMax });
  const lastChecks = createLastChecks();

  async function current(): Promise<{ readonly row: StoredModels | null; readonly document: ModelDocument }> {
    const row = await store.currentModels();
    // What does not open is not shown, and has to be given again.
    return { row, document: (row && openDocument(parts.sealing, row)) ?? noModels };
  }

  async function read(): Promise<ModelsState> {
    if (fromFile !== null) return { ...unset, in_charge: 'file', ...showSettings(fromFile) };
    const { row, document } = await current();
    if (row === null) return { ...unset, in_charge: 'console', ...showDocument(document, lastChecks) };
    return {
      in_charge: 'console',
      revision: row.revision,
      updated_at: formatTime(row.createdAtMs),
      updated_by: row.createdBy,
      ...showDocument(document, lastChecks),
    };
  }

  return {
    read,
    replace: async (given, { tenantId, callerId }, expected) => {
      if (fromFile !== null)
        throw new AppError('invalid_state', {
          detail:
            'AVOW_MODELS_FILE is set, so the file is in charge of the models. Edit the file, or remove the setting and restart.',
        });
      const { row, document: known } = await current();
      const before = row?.revision ?? 0;
      if (expected !== null && !expected.includes(before)) throw outdated();
      const { document } = requireReadable(composeDocument(given, known));
      const revision = before + 1;
      const nowMs = clock.nowMs();
      // On the log before anybody asks a model that it names.
      await parts.auditLog().note(tenantId, {
        ...{
          kind: 'action',
          subject: `language-models-${revision}`,
          state: 'set',
          atMs: nowMs,
          actor: callerId,
        },
        details: [['models', namesOf(document)]],
      });
      const sealed = parts.sealing.seal(JSON.stringify(document), revision);
      const put = await store.putModels({ revision, sealed, createdAtMs: nowMs, createdBy: callerId });
      if (put === 'conflict') throw outdated();
      await parts.onChanged();
      return await read();
    },
    check: async (model, { tenantId }) => {
      const slot = checks.tryAcquire(tenantId);
      if (slot.kind === 'refused')
        throw new AppError(slot.limit === 'tenant' ? 'concurrency_limited' : 'overloaded', {
          detail: 'Another model is being checked. Wait until that has finished.',
          retryAfterSeconds,
        });
      try {
        const { document: known } = await current();
        const alone = {
          tiers: [model],
          refinement: null,
          verification: null,
          guardrail: null,
          tenant_budget: null,
        };
        const { document, settings } = requireReadable(composeDocument(alone, known), (pointer) =>
          pointer.replace(/^\/tiers\/0/, '/model'),
        );
        const result = await parts.checkModel(settings);
        for (const checked of document.tiers) lastChecks.note(checked, document.keys, result, clock.nowMs());
        return result;
      } finally {
        slot.release();
      }
    },
  };
}

const unset = { revision: 0, updated_at: null, updated_by: null };

/** Null if it is not as the service wrote it: nobody else says whom questions are sent to. */
export function openDocument(
  sealing: Pick<ModelSettingsDependencies['sealing'], 'open'>,
  { sealed, revision }: StoredModels,
): ModelDocument | null {
  const text = sealing.open(sealed, revision);
  // Only `replace` writes it.
  return text === null ? null : JSON.parse(text);
}

function requireReadable(
  { document, faults }: ReturnType<typeof composeDocument>,
  place = (pointer: string) => pointer,
): { readonly document: ModelDocument; readonly settings: ModelsSettings } {
  const found = faults.length > 0 ? { faults } : readDocument(document);
  if ('settings' in found) return { document, settings: found.settings };
  throw new AppError('validation_failed', {
    detail: 'The models are not valid and were not set.',
    errors: found.faults.map(({ pointer, message }: FileFault) => ({
      pointer: place(pointer),
      code: 'invalid_value' as const,
      message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`,
    })),
  });
}

/** An entry of the log has room for no more. */
const namesLengthMax = 250;

function namesOf({ tiers, refinement, verification, guardrail }: ModelDocument): string {
  const names = [...tiers, refinement, verification, guardrail].flatMap((each) =>
    each === null ? [] : [`${each.provider}/${each.model}`],
  );
  return names.length === 0 ? 'none' : names.join(', ').slice(0, namesLengthMax);
}

function outdated(): AppError {
  return new AppError('precondition_failed', {
    detail: 'Other models were set in the meantime. Read them and repeat the change.',
  });
}
