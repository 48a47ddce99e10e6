import { problems, type QueryRequest } from '@avow/contract';
import { type Clock, systemClock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { AppError } from '../errors/app-error.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import type { Log } from '../log/create-log.ts';
import { chooseTier } from '../query/choose-tier.ts';
import { type Budgets, createBudgets } from '../query/create-budgets.ts';
import { factsOf } from '../replaying/answer-facts.ts';
import type { ReplayPlan } from '../replaying/plan-replay.ts';
import { type ReplayReport, reportReplay } from '../replaying/replay-report.ts';
import { askAgain } from './ask-again.ts';
import { composeGuardrails } from './compose-guardrails.ts';
import { findRestrictedSources } from './find-restricted-sources.ts';
import type { DataFolder } from './open-data-folder.ts';
import { openLogBeside } from './open-log-beside.ts';
import { type Models, openModels } from './open-models.ts';
import { findPacks, readyPacks } from './ready-packs.ts';
import { countGoneBefore, threadBefore } from './thread-before.ts';
import { viewOfPacks } from './view-of-packs.ts';

interface ReplayWish {
  /** Of whoever asked: records do not hold them. */
  readonly groups: readonly string[];
  readonly signal: AbortSignal;
  /** Told how far the meanings of old versions have been learnt. */
  readonly onProgress: (done: number, total: number) => void;
}

type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly report: ReplayReport }
  /** Why it could not be, in a sentence or two. */
  | { readonly kind: 'impossible'; readonly why: string };

export interface OpenedReplay {
  /** Asks the question of a record again. That somebody looked at the record is on the log before anything is shown. */
  replay(tenantId: TenantId, plan: ReplayPlan, wish: ReplayWish): Promise<ReplayOutcome>;
  close(): Promise<void>;
}

interface ReplayParts extends Omit<Models, 'close'> {
  readonly config: Config;
  readonly data: DataFolder;
  readonly log: Log;
  readonly clock: Clock;
  readonly whole: WholeSearch;
  readonly guards: Awaited<ReturnType<typeof composeGuardrails>>['guards'];
}

/** What replays messages without a service around it: with the models that the service has. */
export async function openReplay({
  languageModels,
  whole,
  ...given
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly whole: WholeSearch;
  readonly languageModels: ModelsSettings;
  readonly log: Log;
}): Promise<OpenedReplay> {
  const { close, ...models } = await openModels(given.config, languageModels, given.log);
  try {
    const parts = { ...given, ...models, clock: systemClock };
    const { guards } = await composeGuardrails(parts);
    return { replay: (...asked) => replay({ ...parts, whole, guards }, ...asked), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function replay(
  parts: ReplayParts,
  tenantId: TenantId,
  plan: ReplayPlan,
  { groups, signal, onProgress }: ReplayWish,
): Promise<ReplayOutcome> {
  const { data, clock, whole } = parts;
  const { records, knowledge, log } = data.store;
  const guard = await parts.guards.onRecord(tenantId, plan.policyVersion);
  if (guard === null) return impossible(policyGone(plan, await parts.guards.inForce(tenantId)));
  const ready = await readyPacks(parts, tenantId, { packs: plan.packVersions, signal, onProgress });
  if (ready.kind === 'missing') return impossible(ready.why);
  if (signal.aborted) return interrupted;
  const view = viewOfPacks(knowledge, tenantId, ready.packs);
  const thread = threadBefore(records, plan);
  const budgets = createBudgets({ records, clock, budgets: parts.budgets });
  const installed = await installedIn(parts, tenantId, budgets);
  const tierAsked = tierToAsk(parts, guard, plan);
  const beside = openLogBeside(parts.config, data);
  await beside.prove().finally(beside.close);
  await log.append(tenantId, [
    {
      ...{ kind: 'access', subject: plan.messageId, state: 'read', atMs: clock.nowMs() },
      ...{ actor: 'operator', details: [] },
    },
  ]);
  const asked = await askAgain(parts, {
    ...{ tenantId, whole, guard, budgets, signal, asOfMs: plan.createdAtMs },
    request: requestOf(plan, { groups, tierAsked }),
    knowledge: { ...knowledge, ...view },
    listMessages: thread.listMessages,
  });
  if (signal.aborted) return interrupted;
  if (asked.kind === 'refused') return impossible(refusal(asked.error));
  // Retired or deleted meanwhile, it was no longer found: what came of it says nothing.
  const still = await findPacks(knowledge, tenantId, plan.packVersions);
  if (still.kind === 'missing') return impossible(still.why);
  const report = reportReplay(plan, {
    ...{ now: factsOf(asked.row), groups, tierAsked, installed, packs: ready.packs },
    restricted: await findRestrictedSources(knowledge, tenantId, {
      ...{ citations: plan.was.response.citations, packs: ready.packs, view },
      viewer: { groups, nowMs: plan.createdAtMs },
    }),
    goneBefore: await countGoneBefore({ records, log }, tenantId, plan),
    earlierMessages: thread.readCount(),
  });
  return { kind: 'replayed', report };
}

function impossible(why: string): ReplayOutcome {
  return { kind: 'impossible', why };
}

const interrupted: ReplayOutcome = { kind: 'impossible', why: 'Interrupted.' };

function policyGone({ policyVersion }: ReplayPlan, guard: Guard): string {
  const has = `This installation has no policy ${policyVersion}, under which the message was answered`;
  return policyVersion.startsWith('default-')
    ? `${has}: it came with the service, in another version or under other settings. Now ${guard.policyVersion} is in force.`
    : `${has}. Now ${guard.policyVersion} is in force.`;
}

function refusal({ code, options }: AppError): string {
  return `The question could not be answered now: ${options.detail ?? problems[code].meaning}`;
}

function requestOf(
  { question, threadId, answerFormat, language }: ReplayPlan,
  { groups, tierAsked }: { readonly groups: readonly string[]; readonly tierAsked: number | null },
): QueryRequest {
  return {
    ...{ prompt: question, thread_id: threadId, channel_type: 'batch', answer_format: answerFormat },
    groups: [...groups],
    ...(language === null ? {} : { language }),
    ...(tierAsked === null ? {} : { model_tier: tierAsked }),
  };
}

/**
 * The tier that answered, where the client may have asked for it or others had failed; null: the same policy chooses it
 * again.
 */
function tierToAsk(
  { tiers }: Pick<ReplayParts, 'tiers'>,
  { answering }: Guard,
  { question, was }: ReplayPlan,
): number | null {
  const { model_tier: tier, routing_source: routing } = was.response.processing;
  if (routing === 'client' || routing === 'fallback') return tier;
  if (routing !== 'cache') return null;
  // Who had chosen the tier of an answer that was remembered is not on record.
  const start = chooseTier(answering, { request: {}, question: was.refinedQuestion ?? question }).tier;
  const usual = start === 0 ? 0 : (tiers.find((one) => one.tier >= start)?.tier ?? 0);
  const isReadFirst = tier === 0 && answering.reader_sure_min !== null;
  return usual === tier || isReadFirst ? null : tier;
}

async function installedIn({ tiers, refinement, reader }: ReplayParts, tenantId: TenantId, budgets: Budgets) {
  return {
    tiers: tiers.map(({ tier, model }) => ({ tier, name: model.name })),
    refinement: refinement?.name ?? null,
    reader: reader?.name ?? null,
    isBudgetSpent: !(await budgets.mayAskModels(tenantId)),
  };
}
