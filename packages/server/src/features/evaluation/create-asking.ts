import { type createScoring, nameModel, shippedModel } from '@avow/answering/score';
import type { Asking, AskingOptions, PreparedSubject, SubjectOptions } from '@avow/evaluation';
import { AppError, type PackVersion, type TenantId } from '@avow/foundation';
import { runSteps } from '@avow/foundation/concurrency';
import { type CheckDependencies, createGuard, type Guard, type Guards } from '@avow/guardrails';
import { compilePolicy, type GuardrailPolicies, policyDigest } from '@avow/guardrails/policies';
import type { Encoder, Reader } from '@avow/inference';
import type { PassageSearch } from '@avow/search';
import { type TryPackLock, waitForPackLock } from '../../limits/pack-lock.ts';
import { embedPassagesNow, findPacks, readyPacks } from '../../path/scratch/ready-packs.ts';
import { warmUp } from '../../path/scratch/with-scratch-queries.ts';
import type { ContentStore } from '../content/content-store.ts';
import type { SelfRepairingSearch } from '../publication/publication.ts';
import { askInScratch, type ScratchDependencies } from './ask-in-scratch.ts';

export interface AskingDependencies extends ScratchDependencies {
  readonly serviceVersion: string;
  /** Names of the language models, best first, and of the one that refines questions. */
  readonly languageModels: { readonly tiers: readonly string[]; readonly refinement: string | null };
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly packSearch: SelfRepairingSearch;
  readonly tryPackLock: TryPackLock;
  readonly calibrations: Parameters<typeof createScoring>[0]['calibrations'];
  readonly guards: Guards;
  /** What a policy that is given for one run is compiled with. */
  readonly checkParts: CheckDependencies;
  readonly policies: GuardrailPolicies;
}

/** Asks golden questions on the path of a query, with the models and policies of this installation. */
export function createAsking(parts: AskingDependencies): Asking {
  const { content, packSearch } = parts;
  const alone = waitForPackLock(parts.tryPackLock);
  return {
    describe: async (tenantId, options) => ({
      service_version: parts.serviceVersion,
      model_tier: options.tier,
      policy: {
        origin: options.policy === null ? 'in_force' : 'given',
        version: (await guardOf(parts, tenantId, options)).policyVersion,
      },
      models: {
        encoder: parts.encoder?.name ?? null,
        reader: parts.reader?.name ?? null,
        tiers: [...parts.languageModels.tiers],
        refinement: parts.languageModels.refinement,
      },
      confidence_model: await confidenceModel(parts, tenantId),
    }),
    within: async (tenantId, options, work) => {
      const { wanted, packId, signal } = options;
      const onProgress = (done: number, total: number) =>
        options.onProgress({ step: 'encoding', done, total });
      const askStaged = async ({ pack, draftRevision }: Pick<AskedVersion, 'pack' | 'draftRevision'>) => {
        await embedPassagesNow(parts, tenantId, pack, { signal, onProgress });
        return await askVersion(parts, { tenantId, options, pack, draftRevision }, work);
      };
      switch (wanted.kind) {
        case 'version': {
          const pack = { packId, version: wanted.version };
          const asking = { packs: [pack], signal, onProgress };
          const ready = await readyPacks(parts, tenantId, asking);
          if (ready.kind === 'missing') return null;
          const done = await askVersion(parts, { tenantId, options, pack, draftRevision: null }, work);
          // If it was retired or deleted meanwhile, its content was no longer found and the results mean nothing.
          const still = await findPacks(content, tenantId, [pack]);
          return still.kind === 'missing' ? null : done;
        }
        case 'staged':
          return await askStaged(wanted);
        case 'draft':
          return await alone(packId, signal, async (lost) => {
            const staged = await packSearch.stageDraft(tenantId, {
              ...{ packId, signal: AbortSignal.any([signal, lost]) },
              onProgress: (done, total) => options.onProgress({ step: 'preparing', done, total }),
            });
            if (staged === 'unknown_pack') return null;
            if (staged === 'draft_changed') throw draftChanged();
            const done = await askStaged(staged);
            const pack = await content.getPack(tenantId, packId);
            if (pack?.draftRevision !== staged.draftRevision) throw draftChanged();
            return done;
          });
      }
    },
  };
}

function draftChanged(): AppError {
  return new AppError('pack_conflict', {
    detail: 'The draft changed during the evaluation. Start it again when the draft is stable.',
  });
}

/** A policy that is given for one run is compiled for that run only. */
async function guardOf(
  { guards, checkParts, policies }: AskingDependencies,
  tenantId: TenantId,
  { policy: given }: Pick<AskingOptions, 'policy'>,
): Promise<Guard> {
  if (given === null) return await guards.inForce(tenantId);
  const policy = await policies.check(tenantId, given);
  // Ids are random each time and do not affect what the policy does.
  const unnamed = policy.guardrails.map((guardrail) => ({ ...guardrail, id: 'grd_' as const }));
  const version = `given-${policyDigest({ ...policy, guardrails: unnamed })}`;
  const compiled = await runSteps(compilePolicy(policy, version, checkParts));
  return createGuard(compiled.policy);
}

async function confidenceModel({ calibrations }: AskingDependencies, tenantId: TenantId): Promise<string> {
  const name = nameModel(shippedModel);
  const calibration = await calibrations.currentCalibration(tenantId);
  if (calibration === null || calibration.fit === null || calibration.model !== name) return name;
  return `${name}, calibration ${calibration.revision}`;
}

interface AskedVersion {
  readonly tenantId: TenantId;
  readonly options: SubjectOptions;
  readonly pack: PackVersion;
  /** Null: a version that was published. */
  readonly draftRevision: number | null;
}

async function askVersion<Done>(
  parts: AskingDependencies,
  { tenantId, options, pack, draftRevision }: AskedVersion,
  work: (asked: PreparedSubject) => Promise<Done>,
): Promise<Done> {
  const { content, packSearch } = parts;
  const { packId, version } = pack;
  const { signal, tier } = options;
  const view = content.viewOf(tenantId, { packId, version: draftRevision === null ? version : 'draft' });
  const context = {
    ...{ tenantId, signal, packSearch },
    content: { ...content, ...view },
    guard: await guardOf(parts, tenantId, options),
  };
  return await askInScratch(parts, context, async (ask) => {
    await warmUp(parts, signal, async (prompt) => {
      const reply = await ask({ prompt, groups: [], tier: 0 });
      return reply.kind === 'replied' && !reply.response.processing.degraded_mode;
    });
    return await work({
      subject: {
        kind: draftRevision === null ? 'version' : 'draft',
        version,
        draft_revision: draftRevision,
      },
      ask: ({ question, ...rest }) => ask({ ...rest, prompt: question, tier }),
      isStoredFor:
        ({ groups }) =>
        async ({ documentId, start, end, quote }) => {
          const nowMs = parts.clock.nowMs();
          return quote === (await view.readQuote(tenantId, { documentId, start, end, groups, nowMs }));
        },
    });
  });
}
