import type { ServedContent, Viewer } from '@avow/answering';
import type { Citation, QueryRequest } from '@avow/contract/query';
import { problems } from '@avow/contract/values';
import type { AppError, Clock, CuratedId, DocumentId, PackVersion, TenantId } from '@avow/foundation';
import type { createGuards, Guard } from '@avow/guardrails';
import type { Encoder, LanguageModel, ModelsSettings, ModelTier, Reader } from '@avow/inference';
import type { LogStore } from '@avow/ledger';
import type { PassageSearch } from '@avow/search';
import { type Budgets, createBudgets } from '../../path/admission/create-budgets.ts';
import { chooseTier } from '../../path/answering/choose-tier.ts';
import { findPacks, readyPacks } from '../../path/scratch/ready-packs.ts';
import { viewOfPacks } from '../../path/scratch/view-of-packs.ts';
import type { ComposeQueries } from '../../path/scratch/with-scratch-queries.ts';
import type { ContentStore } from '../content/content-store.ts';
import type { SelfRepairingSearch } from '../publication/publication.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { InstalledRule } from '../rules/rule-store.ts';
import { askAgain } from './ask-again.ts';
import type { RestrictedSource } from './circumstances.ts';
import { type ComparedAnswer, readComparedAnswer } from './compare-answers.ts';
import { compareInstallation } from './compare-installation.ts';
import type { ReplayPlan } from './plan-replay.ts';
import { type ReplayReport, reportReplay } from './replay-report.ts';
import { countGoneBefore, threadBefore } from './thread-before.ts';

export interface ReplayOptions {
  /** Asks as a member of these groups; null: of those on record. */
  readonly groups: readonly string[] | null;
  /** Puts on the log, durably, that the record is read. */
  readonly note: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Reports how many passages of old versions have been embedded. */
  readonly onProgress: (done: number, total: number) => void;
}

export type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly report: ReplayReport; readonly now: ComparedAnswer }
  /** Why it could not be replayed, in a sentence or two. */
  | { readonly kind: 'impossible'; readonly why: string };

export interface ReplaySources {
  readonly composeQueries: ComposeQueries;
  readonly tiers: readonly ModelTier[];
  readonly refinement: LanguageModel | null;
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly budgets: ModelsSettings['budgets'];
  readonly guards: Pick<ReturnType<typeof createGuards>, 'inForce' | 'ofRecord'>;
  readonly records: RecordStore;
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly packSearch: SelfRepairingSearch;
  readonly log: Pick<LogStore, 'listLogEvents' | 'readEntries'>;
  /** What would answer now, as the log names it. */
  readonly installedRules: () => Promise<readonly InstalledRule[]>;
  readonly clock: Clock;
}

/** Asks the question of a record again. The access to the record is on the log before anything is shown. */
export async function replayMessage(
  parts: ReplaySources,
  tenantId: TenantId,
  plan: ReplayPlan,
  { groups: given, note, signal, onProgress }: ReplayOptions,
): Promise<ReplayOutcome> {
  const { records, content, log, clock, packSearch } = parts;
  const groups = given ?? plan.groups ?? [];
  const guard = await parts.guards.ofRecord(tenantId, plan.policyVersion);
  if (guard === null) return impossible(policyGone(plan, await parts.guards.inForce(tenantId)));
  const ready = await readyPacks(parts, tenantId, { packs: plan.packVersions, signal, onProgress });
  if (ready.kind === 'missing') return impossible(ready.why);
  if (signal.aborted) return interrupted;
  const view = viewOfPacks(content, tenantId, ready.packs);
  const thread = threadBefore(records, plan);
  const budgets = createBudgets({ records, clock, budgets: () => parts.budgets });
  const installed = await installedIn(parts, tenantId, budgets);
  const tierAsked = tierToAsk(parts, guard, plan);
  await note();
  const asked = await askAgain(
    { ...parts, spending: records },
    {
      ...{ tenantId, packSearch, guard, budgets, signal, asOfMs: plan.asOfMs ?? plan.createdAtMs },
      request: requestOf(plan, { groups, tierAsked }),
      content: { ...content, ...view },
      listMessages: thread.listMessages,
    },
  );
  if (signal.aborted) return interrupted;
  if (asked.kind === 'refused') return impossible(refusal(asked.error));
  // If a version was retired or deleted meanwhile, its content was no longer found and the result means nothing.
  const still = await findPacks(content, tenantId, plan.packVersions);
  if (still.kind === 'missing') return impossible(still.why);
  const compared = await compareInstallation({ log, installed: parts.installedRules }, tenantId, plan);
  const now = readComparedAnswer(asked.row);
  const report = reportReplay(plan, {
    ...compared,
    ...{ now, groups, tierAsked, installed, packs: ready.packs },
    restricted: await findRestrictedSources(content, tenantId, {
      ...{ citations: plan.was.response.citations, packs: ready.packs, view },
      viewer: { groups, nowMs: plan.asOfMs ?? plan.createdAtMs },
    }),
    goneBefore: await countGoneBefore({ records, log }, tenantId, plan),
    earlierMessages: thread.readCount(),
  });
  return { kind: 'replayed', report, now };
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
  { question, threadId, history, answerFormat, language }: ReplayPlan,
  { groups, tierAsked }: { readonly groups: readonly string[]; readonly tierAsked: number | null },
): QueryRequest {
  return {
    ...{ prompt: question, channel_type: 'batch', answer_format: answerFormat },
    ...(history.length === 0 ? { thread_id: threadId } : { history: [...history] }),
    groups: [...groups],
    ...(language === null ? {} : { language }),
    ...(tierAsked === null ? {} : { model_tier: tierAsked }),
  };
}

/**
 * The tier that answered, if the client may have asked for it or others had failed; null: the same policy chooses it
 * again.
 */
function tierToAsk(
  { tiers }: Pick<ReplaySources, 'tiers'>,
  { answering }: Guard,
  { question, was }: ReplayPlan,
): number | null {
  const { model_tier: tier, routing_source: routing } = was.response.processing;
  if (routing === 'client' || routing === 'fallback') return tier;
  if (routing !== 'cache') return null;
  // The record of a cached answer does not say who had chosen its tier.
  const start = chooseTier(answering, { request: {}, question: was.refinedQuestion ?? question }).tier;
  const usual = start === 0 ? 0 : (tiers.find((one) => one.tier >= start)?.tier ?? 0);
  const mayRead = answering.reader_confidence_min !== null || answering.compare_with_embedded;
  const isReadFirst = tier === 0 && mayRead;
  return usual === tier || isReadFirst ? null : tier;
}

async function installedIn(
  { tiers, refinement, reader }: ReplaySources,
  tenantId: TenantId,
  budgets: Budgets,
) {
  return {
    tiers: tiers.map(({ tier, model }) => ({ tier, name: model.name })),
    refinement: refinement?.name ?? null,
    reader: reader?.name ?? null,
    isBudgetSpent: !(await budgets.mayAskModels(tenantId)),
  };
}

interface Cited {
  readonly citations: readonly Citation[];
  readonly packs: readonly PackVersion[];
  readonly view: ServedContent;
  readonly viewer: Viewer;
}

/** The cited sources that exist but are restricted to groups of which the viewer is not a member. */
async function findRestrictedSources(
  content: Pick<ContentStore, 'listVersionRevisions' | 'getRevision'>,
  tenantId: TenantId,
  { citations, packs, view, viewer }: Cited,
): Promise<RestrictedSource[]> {
  const once = new Map(citations.map((citation) => [citation.document_id, citation]));
  const found = await Promise.all(
    [...once.values()].map(async ({ document_id: id, content_pack_id: packId, title }) => {
      const pack = packs.find((one) => one.packId === packId);
      if (pack === undefined || (await isSeen(view, tenantId, { id, viewer }))) return [];
      const groups = await groupsOf(content, tenantId, { pack, id });
      return groups.length === 0 || groups.some((group) => viewer.groups.includes(group))
        ? []
        : [{ title, groups }];
    }),
  );
  return found.flat();
}

async function isSeen(
  view: ServedContent,
  tenantId: TenantId,
  { id, viewer }: { readonly id: Citation['document_id']; readonly viewer: Viewer },
): Promise<boolean> {
  const found = id.startsWith('qna_')
    ? await view.getCurated(tenantId, id as CuratedId, viewer)
    : await view.getDocument(tenantId, id as DocumentId, viewer);
  return found !== null;
}

/** The groups of the revision in this version, regardless of who may see it. */
async function groupsOf(
  content: Pick<ContentStore, 'listVersionRevisions' | 'getRevision'>,
  tenantId: TenantId,
  { pack, id }: { readonly pack: PackVersion; readonly id: Citation['document_id'] },
): Promise<readonly string[]> {
  const names = (await content.listVersionRevisions(tenantId, pack)) ?? [];
  const name = names.find((one) => one.id === id);
  const revision = name === undefined ? null : await content.getRevision(tenantId, pack.packId, name);
  if (revision === null) return [];
  return revision.kind === 'document' ? revision.document.groups : revision.pair.groups;
}
