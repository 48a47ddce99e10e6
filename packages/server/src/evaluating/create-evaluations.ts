import {
  type EvaluationReport,
  type EvaluationResult,
  evaluationReportSchema,
  formatTime,
} from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { Evaluated, Evaluations, EvaluationWish, NotEvaluated } from '../interfaces/evaluations.ts';
import type { EvaluationId, GoldenQuestion, GoldenStore } from '../interfaces/golden-store.ts';
import type { KeyId, PackId, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, Pack } from '../interfaces/knowledge-store.ts';
import { askAll } from './ask-all.ts';
import type { AskedSubject, Asking, Conditions, SubjectWish, WantedSubject } from './asked-subject.ts';
import { compareInTurns } from './compare-evaluations.ts';
import { conditionsHash } from './conditions-hash.ts';
import { figuresOf } from './figures-of.ts';
import { readQuestions } from './read-questions.ts';
import { isRight } from './result-of.ts';

export interface EvaluationsParts {
  readonly knowledge: Pick<KnowledgeStore, 'getPack'>;
  readonly golden: GoldenStore;
  readonly asking: Asking;
  readonly clock: Clock;
}

/** Of a pack; the oldest go. Each takes some kilobytes for a question. */
const evaluationsKept = 20;

export function createEvaluations(parts: EvaluationsParts): Evaluations {
  const { knowledge, golden } = parts;
  return {
    check: async (tenantId, wish) => {
      const opened = await openRun(parts, tenantId, wish);
      return opened.kind === 'opened' ? null : opened;
    },
    evaluate: (tenantId, wish) => evaluate(parts, tenantId, wish),
    compare: compareInTurns,
    get: async (tenantId, evaluationId) => {
      const stored = await golden.getEvaluation(tenantId, evaluationId);
      return stored === null ? null : evaluationReportSchema.parse(JSON.parse(stored.report));
    },
    list: async (tenantId, packId, page) =>
      (await knowledge.getPack(tenantId, packId)) === null
        ? null
        : await golden.listEvaluations(tenantId, packId, page),
  };
}

async function evaluate(
  parts: EvaluationsParts,
  tenantId: TenantId,
  { subject, packId, ...wish }: EvaluationWish,
): Promise<Evaluated> {
  const { tier, policy } = wish;
  const opened = await openRun(parts, tenantId, { packId, subject, tier, policy });
  if (opened.kind !== 'opened') return opened;
  const { pack, wanted, set } = opened;
  const report = await runSet(parts, tenantId, { ...wish, pack, wanted, set });
  return report === null ? { kind: 'unknown_version' } : { kind: 'evaluated', report };
}

interface OpenedRun {
  readonly kind: 'opened';
  readonly pack: Pack;
  readonly wanted: WantedSubject;
  readonly set: OpenedSet;
}

async function openRun(
  parts: EvaluationsParts,
  tenantId: TenantId,
  { packId, subject, ...asking }: Pick<EvaluationWish, 'packId' | 'subject' | 'tier' | 'policy'>,
): Promise<OpenedRun | NotEvaluated> {
  const pack = await parts.knowledge.getPack(tenantId, packId);
  if (pack === null) return { kind: 'unknown_pack' };
  const wanted = wantedOf(pack, subject);
  if (wanted === null) return { kind: 'unknown_version' };
  const set = await openSet(parts, tenantId, { packId, ...asking });
  return set.questions.length === 0 ? { kind: 'no_questions' } : { kind: 'opened', pack, wanted, set };
}

function wantedOf(
  { servedVersion, latestVersion }: Pack,
  subject: EvaluationWish['subject'],
): WantedSubject | null {
  if (subject === 'draft') return { kind: 'draft' };
  if (subject !== 'served') return subject > latestVersion ? null : { kind: 'version', version: subject };
  return servedVersion === null ? null : { kind: 'version', version: servedVersion };
}

/** The accepted questions of a pack, and what they are asked under. */
export interface OpenedSet {
  readonly questions: readonly GoldenQuestion[];
  readonly conditions: Conditions;
}

export async function openSet(
  { golden, asking }: Pick<EvaluationsParts, 'golden' | 'asking'>,
  tenantId: TenantId,
  { packId, ...wish }: Pick<SubjectWish, 'packId' | 'tier' | 'policy'>,
): Promise<OpenedSet> {
  const described = await asking.describe(tenantId, wish);
  const questions = await readQuestions(golden, tenantId, packId, { state: 'accepted' });
  return { questions, conditions: { hash: conditionsHash(described, questions), ...described } };
}

interface RunWish extends Omit<EvaluationWish, 'packId' | 'subject'> {
  readonly pack: Pick<Pack, 'packId' | 'name'>;
  readonly wanted: WantedSubject;
  readonly set: OpenedSet;
}

/** Asks the set, and stores what came of it where all of it was asked. Null: there is no such version. */
export async function runSet(
  parts: EvaluationsParts,
  tenantId: TenantId,
  wish: RunWish,
): Promise<EvaluationReport | null> {
  const { set, signal, onProgress, tier, policy, pack } = wish;
  const { packId } = pack;
  const { questions, conditions } = set;
  const startedAtMs = parts.clock.nowMs();
  const preparing: SubjectWish['onProgress'] = (step) => onProgress({ ...step, rightCount: 0 });
  const subjectWish = { packId, wanted: wish.wanted, tier, policy, signal, onProgress: preparing };
  const report = await parts.asking.within(tenantId, subjectWish, async (asked) => {
    const results = await askAll(asked, {
      ...{ questions, signal, atOnce: wish.atOnce },
      known: knownFrom(wish.resumeFrom, { packId, asked, conditions }),
      onProgress: (progress) => onProgress({ step: 'asking', total: questions.length, ...progress }),
    });
    const endedAtMs = parts.clock.nowMs();
    const evaluationId = wish.evaluationId ?? newId('evl', endedAtMs);
    return reportOf(asked, results, { evaluationId, pack, set, startedAtMs, endedAtMs });
  });
  if (report?.status === 'complete') await store(parts, tenantId, report, wish.createdBy);
  return report;
}

/** What an interrupted run has asked, by id. */
function knownFrom(
  before: EvaluationReport | null,
  now: { readonly packId: PackId; readonly asked: AskedSubject; readonly conditions: Conditions },
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
        'The run cannot be taken up again: the pack, its golden set, the policy or the models are others by now. Begin a new one.',
    });
  return new Map(before.results.map((result) => [result.golden_id, result]));
}

function reportOf(
  { subject }: AskedSubject,
  results: EvaluationResult[],
  also: {
    readonly evaluationId: EvaluationId;
    readonly pack: RunWish['pack'];
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
    figures: figuresOf(results),
    results,
  };
}

async function store(
  { golden }: EvaluationsParts,
  tenantId: TenantId,
  report: EvaluationReport,
  createdBy: KeyId | null,
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
  // A pack that was deleted meanwhile has nothing to be compared with.
  await golden.putEvaluation(tenantId, evaluation, evaluationsKept);
}
