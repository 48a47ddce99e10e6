import { nameModel } from '../confidence/confidence-model.ts';
import { shippedModel } from '../confidence/shipped-model.ts';
import { AppError } from '../errors/app-error.ts';
import type { AskedSubject, Asking, AskingWish, SubjectWish } from '../evaluating/asked-subject.ts';
import { compilePolicy } from '../guardrails/compile-policy.ts';
import { createGuard } from '../guardrails/create-guard.ts';
import { policyDigest } from '../guardrails/policy-version.ts';
import { takeTurns } from '../guardrails/take-turns.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { GuardrailPolicies } from '../interfaces/guardrail-policies.ts';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import { waitForTurn } from '../knowledge/pack-work.ts';
import { stageDraft } from '../knowledge/stage-version.ts';
import { askInScratch, type ScratchParts } from './ask-in-scratch.ts';
import type { composeGuardrails } from './compose-guardrails.ts';
import { findPacks, learnMeanings, readyPacks } from './ready-packs.ts';
import { version as serviceVersion } from './version.ts';
import { warmUp } from './warm-up.ts';

export interface AskingShared {
  readonly guardrails: Awaited<ReturnType<typeof composeGuardrails>>;
  readonly policies: GuardrailPolicies;
  readonly whole: WholeSearch;
}

/** Golden questions are put to the service as it is put together here. */
export function composeAsking(parts: ScratchParts, shared: AskingShared): Asking {
  const { knowledge } = parts.data.store;
  const alone = waitForTurn(parts.data.tryAlone);
  return {
    describe: async (tenantId, wish) => ({
      service_version: serviceVersion,
      model_tier: wish.tier,
      policy: {
        origin: wish.policy === null ? 'in_force' : 'given',
        version: (await guardOf(shared, tenantId, wish)).policyVersion,
      },
      models: {
        encoder: parts.encoder?.name ?? null,
        reader: parts.reader?.name ?? null,
        tiers: parts.tiers.map(({ model }) => model.name),
        refinement: parts.refinement?.name ?? null,
      },
      confidence_model: await confidenceModel(parts, tenantId),
    }),
    within: async (tenantId, wish, work) => {
      const { wanted, packId, signal } = wish;
      const onProgress = (done: number, total: number) => wish.onProgress({ step: 'encoding', done, total });
      const askStaged = async ({ pack, draftRevision }: Pick<AskedVersion, 'pack' | 'draftRevision'>) => {
        await learnMeanings(parts, tenantId, pack, { signal, onProgress });
        return await askVersion(parts, shared, { tenantId, wish, pack, draftRevision }, work);
      };
      switch (wanted.kind) {
        case 'version': {
          const pack = { packId, version: wanted.version };
          const asking = { packs: [pack], signal, onProgress };
          const ready = await readyPacks({ ...parts, whole: shared.whole }, tenantId, asking);
          if (ready.kind === 'missing') return null;
          const done = await askVersion(parts, shared, { tenantId, wish, pack, draftRevision: null }, work);
          // Retired or deleted meanwhile, it was no longer found: what came of it says nothing.
          const still = await findPacks(knowledge, tenantId, [pack]);
          return still.kind === 'missing' ? null : done;
        }
        case 'staged':
          return await askStaged(wanted);
        case 'draft':
          return await alone(packId, signal, async () => {
            const staging = { knowledge, search: parts.data.search };
            const staged = await stageDraft(staging, tenantId, {
              ...{ packId, signal },
              onProgress: (done, total) => wish.onProgress({ step: 'preparing', done, total }),
            });
            if (staged === 'unknown_pack') return null;
            if (staged === 'draft_changed') throw draftChanged();
            const done = await askStaged(staged);
            const pack = await knowledge.getPack(tenantId, packId);
            if (pack?.draftRevision !== staged.draftRevision) throw draftChanged();
            return done;
          });
      }
    },
  };
}

function draftChanged(): AppError {
  return new AppError('pack_conflict', {
    detail: 'The draft was changed while its golden set was asked. Ask again when it rests.',
  });
}

/** A policy that is given for one run is compiled for it alone. */
async function guardOf(
  { guardrails, policies }: AskingShared,
  tenantId: TenantId,
  { policy: given }: Pick<AskingWish, 'policy'>,
): Promise<Guard> {
  if (given === null) return await guardrails.guards.inForce(tenantId);
  const policy = await policies.check(tenantId, given);
  // Ids are drawn anew each time, and change nothing of what the policy does.
  const unnamed = policy.guardrails.map((guardrail) => ({ ...guardrail, id: 'grd_' as const }));
  const version = `given-${policyDigest({ ...policy, guardrails: unnamed })}`;
  const compiled = await takeTurns(compilePolicy(policy, version, guardrails.parts));
  return createGuard(compiled.policy);
}

async function confidenceModel({ data }: ScratchParts, tenantId: TenantId): Promise<string> {
  const name = nameModel(shippedModel);
  const calibration = await data.store.learning.currentCalibration(tenantId);
  if (calibration === null || calibration.fit === null || calibration.model !== name) return name;
  return `${name}, calibration ${calibration.revision}`;
}

interface AskedVersion {
  readonly tenantId: TenantId;
  readonly wish: SubjectWish;
  readonly pack: PackVersion;
  /** Null: a version that was published. */
  readonly draftRevision: number | null;
}

async function askVersion<Done>(
  parts: ScratchParts,
  shared: AskingShared,
  { tenantId, wish, pack, draftRevision }: AskedVersion,
  work: (asked: AskedSubject) => Promise<Done>,
): Promise<Done> {
  const { knowledge } = parts.data.store;
  const { packId, version } = pack;
  const { signal, tier } = wish;
  const view = knowledge.viewOf(tenantId, { packId, version: draftRevision === null ? version : 'draft' });
  const place = {
    ...{ tenantId, signal, whole: shared.whole },
    knowledge: { ...knowledge, ...view },
    guard: await guardOf(shared, tenantId, wish),
  };
  return await askInScratch(parts, place, async (ask) => {
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
      ask: ({ question, groups }) => ask({ prompt: question, groups, tier }),
      isStoredFor:
        ({ groups }) =>
        async ({ documentId, start, end, quote }) => {
          const nowMs = parts.clock.nowMs();
          return quote === (await view.readQuote(tenantId, { documentId, start, end, groups, nowMs }));
        },
    });
  });
}
