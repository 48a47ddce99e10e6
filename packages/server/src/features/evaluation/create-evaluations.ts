import {
  type EvaluationReport,
  type EvaluationResult,
  evaluationReportSchema,
  formatTime,
} from '@avow/contract';
import type {
  Asking,
  Conditions,
  EvaluationId,
  GoldenQuestion,
  GoldenStore,
  PreparedSubject,
  SubjectOptions,
  SubjectRequest,
} from '@avow/evaluation';
import {
  askQuestions,
  compareCooperatively,
  computeFigures,
  conditionsHash,
  isRight,
  readQuestions,
} from '@avow/evaluation';
import type { CallerId, Clock, PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { ContentStore, Pack } from '../content/content-store.ts';
import type { Evaluated, EvaluationOptions, Evaluations, NotEvaluated } from './evaluation.ts';

export interface EvaluationDependencies {
  readonly content: Pick<ContentStore, 'getPack'>;
  readonly golden: GoldenStore;
  readonly asking: Asking;
  readonly clock: Clock;
}

/** Per pack; the oldest are deleted. Each takes a few kilobytes per question. */
const evaluationsKept = 20;

export function createEvaluations(parts: EvaluationDependencies): Evaluations {
  return {
    ...createStoredEvaluations(parts),
    check: async (tenantId, options) => {
      const opened = await openRun(parts, tenantId, options);
      return opened.kind === 'opened' ? null : opened;
    },
    evaluate: (tenantId, options) => evaluate(parts, tenantId, options),
    compare: compareCooperatively,
  };
}

/** The evaluations that were run. Reading them needs no models. */
export function createStoredEvaluations({
  content,
  golden,
}: Pick<EvaluationDependencies, 'content' | 'golden'>): Pick<Evaluations, 'get' | 'list'> {
  return {
    get: async (tenantId, evaluationId) => {
      const stored = await golden.getEvaluation(tenantId, evaluationId);
      return stored === null ? null : evaluationReportSchema.parse(JSON.parse(stored.report));
    },
    list: async (tenantId, packId, page) =>
      (await content.getPack(tenantId, packId)) === null
        ? null
        : await golden.listEvaluations(tenantId, packId, page),
  };
}

async function evaluate(
  parts: EvaluationDependencies,
  tenantId: TenantId,
  { subject, packId, ...options }: EvaluationOptions,
): Promise<Evaluated> {
  const { tier, policy } = options;
  const opened = await openRun(parts, tenantId, { packId, subject, tier, policy });
  if (opened.kind !== 'opened') return opened;
  const { pack, wanted, set } = opened;
  const report = await runSet(parts, tenantId, { ...options, pack, wanted, set });
  return report === null ? { kind: 'unknown_version' } : { kind: 'evaluated', report };
}

interface OpenedRun {
  readonly kind: 'opened';
  readonly pack: Pack;
  readonly wanted: SubjectRequest;
  readonly set: OpenedSet;
}

async function openRun(
  parts: EvaluationDependencies,
  tenantId: TenantId,
  { packId, subject, ...asking }: Pick<EvaluationOptions, 'packId' | 'subject' | 'tier' | 'policy'>,
): Promise<OpenedRun | NotEvaluated> {
  const pack = await parts.content.getPack(tenantId, packId);
  if (pack === null) return { kind: 'unknown_pack' };
  const wanted = wantedOf(pack, subject);
  if (wanted === null) return { kind: 'unknown_version' };
  const set = await openSet(parts, tenantId, { packId, ...asking });
  return set.questions.length === 0 ? { kind: 'no_questions' } : { kind: 'opened', pack, wanted, set };
}

function wantedOf(
  { servedVersion, latestVersion }: Pack,
  subject: EvaluationOptions['subject'],
): SubjectRequest | null {
  if (subject === 'draft') return { kind: 'draft' };
  if (subject !== 'published') return subject > latestVersion ? null : { kind: 'version', version: subject };
  return servedVersion === null ? null : { kind: 'version', version: servedVersion };
}

/** The accepted questions of a pack, and the conditions of the run. */
export interface OpenedSet {
  readonly questions: readonly GoldenQuestion[];
  readonly conditions: Conditions;
}

export async function openSet(
  { golden, asking }: Pick<EvaluationDependencies, 'golden' | 'asking'>,
  tenantId: TenantId,
  { packId, ...options }: Pick<SubjectOptions, 'packId' | 'tier' | 'policy'>,
): Promise<OpenedSet> {
  const described = await asking.describe(tenantId, options);
  const questions = await readQuestions(golden, tenantId, packId, { state: 'accepted' });
  return { questions, conditions: { hash: conditionsHash(described, questions), ...described } };
}

interface RunOptions extends Omit<EvaluationOptions, 'packId' | 'subject'> {
  readonly pack: Pick<Pack, 'packId' | 'name'>;
  readonly wanted: SubjectRequest;
  readonly set: OpenedSet;
}

/** Asks the golden set, and stores the report of a complete run. Null: no such version. */
export async function runSet(
  parts: EvaluationDependencies,
  tenantId: TenantId,
  options: RunOptions,
): Promise<EvaluationReport | null> {
  const { set, signal, onProgress, tier, policy, pack } = options;
  const { packId } = pack;
  const { questions, conditions } = set;
  const startedAtMs = parts.clock.nowMs();
  const preparing: SubjectOptions['onProgress'] = (step) => onProgress({ ...step, rightCount: 0 });
  const subjectOptions = { packId, wanted: options.wanted, tier, policy, signal, onProgress: preparing };
  const report = await parts.asking.within(tenantId, subjectOptions, async (asked) => {
    const results = await askQuestions(asked, {
      ...{ questions, signal, concurrency: options.concurrency },
      known: knownFrom(options.resumeFrom, { packId, asked, conditions }),
      onProgress: (progress) => onProgress({ step: 'asking', total: questions.length, ...progress }),
    });
    const endedAtMs = parts.clock.nowMs();
    const evaluationId = options.evaluationId ?? newId('evl', endedAtMs);
    return reportOf(asked, results, { evaluationId, pack, set, startedAtMs, endedAtMs });
  });
  if (report?.status === 'complete') await store(parts, tenantId, report, options.createdBy);
  return report;
}

/** The results of an interrupted run, by id. */
function knownFrom(
  before: EvaluationReport | null,
  now: { readonly packId: PackId; readonly asked: PreparedSubject; readonly conditions: Conditions },
): ReadonlyMap<string, EvaluationResult> {
  if (before === null) return new Map();
  const { kind, version, draft_revision: revision } = now.asked.subject;
  const isSame =
    before.content_pack.id === now.packId &&
    before.subject.kind === kind &&
    before.subject.version === version &&
    before.subject.draft_revision === revision &&
    before.conditions.hash === now.conditions.hash;
  if (!isSame)
    throw new AppError('invalid_state', {
      detail:
        'The run cannot be resumed: the pack, its golden set, the policy or the models have changed. Start a new one.',
    });
  return new Map(before.results.map((result) => [result.golden_id, result]));
}

function reportOf(
  { subject }: PreparedSubject,
  results: EvaluationResult[],
  also: {
    readonly evaluationId: EvaluationId;
    readonly pack: RunOptions['pack'];
    readonly set: OpenedSet;
    readonly startedAtMs: number;
    readonly endedAtMs: number;
  },
): EvaluationReport {
  const { evaluationId, pack, set, startedAtMs, endedAtMs } = also;
  return {
    format: 'avow-evaluation/1',
    id: evaluationId,
    content_pack: { id: pack.packId, name: pack.name },
    subject,
    conditions: set.conditions,
    status: results.length === set.questions.length ? 'complete' : 'partial',
    question_count: set.questions.length,
    started_at: formatTime(startedAtMs),
    ended_at: formatTime(endedAtMs),
    figures: computeFigures(results),
    results,
  };
}

async function store(
  { golden }: EvaluationDependencies,
  tenantId: TenantId,
  report: EvaluationReport,
  createdBy: CallerId | null,
): Promise<void> {
  const { version, draft_revision: draftRevision } = report.subject;
  const evaluation = {
    evaluationId: report.id,
    packId: report.content_pack.id,
    subject: { version, draftRevision },
    conditions: report.conditions.hash,
    rightCount: report.results.filter(isRight).length,
    questionCount: report.results.length,
    report: JSON.stringify(report),
    createdAtMs: Date.parse(report.ended_at),
    createdBy,
  };
  // If the pack was deleted in the meantime, nothing is stored.
  await golden.putEvaluation(tenantId, evaluation, evaluationsKept);
}
