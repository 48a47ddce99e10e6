import type { Explanation } from '@avow/answering';
import {
  type Citation,
  type GuardrailResult,
  type GuardrailStage,
  none,
  type QueryResponse,
} from '@avow/contract';
import type { PackVersion } from '@avow/foundation';
import type { MessageRow } from '../records/record-store.ts';
import { openEnvelope, responseOf, scoredAsTold } from '../records/records.ts';

/** What is compared between the recorded answer and the replayed one. */
export interface ComparedAnswer {
  readonly response: QueryResponse;
  /** The question that was searched for, if it differs from the one asked. */
  readonly refinedQuestion: string | null;
  /** How it was scored; null: it was not. */
  readonly scored: Explanation | null;
  readonly packVersions: readonly PackVersion[];
}

export function readComparedAnswer(
  row: Pick<MessageRow, 'envelope' | 'status' | 'packVersions'>,
): ComparedAnswer {
  return {
    response: responseOf(row),
    refinedQuestion: openEnvelope(row.envelope).refined_question,
    scored: scoredAsTold(row),
    packVersions: row.packVersions,
  };
}

interface Changed<Kind, Value = string | null> {
  readonly kind: Kind;
  /** As it is on record. */
  readonly was: Value;
  /** As in the replay. */
  readonly now: Value;
}

/** One difference between a replay and the record. */
export type ReplayDifference =
  | Changed<'status' | 'answer' | 'source' | 'reason' | 'related' | 'looked_up_as' | 'packs'>
  | CitationDifference
  | GuardrailDifference
  | (Changed<'confidence', string | number | null> & {
      readonly part: 'score' | 'band' | 'model' | 'calibration';
    })
  | (Changed<'model'> & { readonly part: 'refinement' | 'answering' | 'checking' })
  | (Changed<'processing', string | number | boolean> & { readonly part: 'tier' | 'degraded' | 'routing' });

/** `was` and `now` are the words that are quoted; null if there are none, or they were withheld. */
interface CitationDifference extends Changed<'citation'> {
  readonly change: 'gone' | 'added' | 'other_words';
  readonly document_id: string;
  readonly source: string;
  readonly title: string;
}

/** `was` and `now` say what it decided, in words; null if the policy of that side does not have it. */
interface GuardrailDifference extends Changed<'guardrail'> {
  readonly guardrail_id: string;
  readonly name: string;
  readonly stage: GuardrailStage | (string & {});
}

const answerKinds: ReadonlySet<ReplayDifference['kind']> = new Set(['status', 'answer', 'citation']);
const saidKinds: ReadonlySet<ReplayDifference['kind']> = new Set([
  ...answerKinds,
  'source',
  'reason',
  'related',
]);

/** Whether it makes the replay a different answer, rather than the same answer reached differently. */
export function isOfAnswer({ kind }: ReplayDifference): boolean {
  return answerKinds.has(kind);
}

/** Whether it is about what was said, and from where. */
export function isOfWhatWasSaid({ kind }: ReplayDifference): boolean {
  return saidKinds.has(kind);
}

/** Whether it is about the confidence in the answer. */
export function isOfScore(difference: ReplayDifference): boolean {
  return difference.kind === 'confidence' && (difference.part === 'score' || difference.part === 'band');
}

export interface AnswerPair {
  readonly was: ComparedAnswer;
  readonly now: ComparedAnswer;
}

/** All differences between an answer and the recorded one: what was said first, then how it was reached. */
export function compareAnswers({ was, now }: AnswerPair): ReplayDifference[] {
  const [before, after] = [was.response, now.response];
  const differences: ReplayDifference[] = [
    { kind: 'status', was: before.status, now: after.status },
    { kind: 'answer', was: before.answer, now: after.answer },
    { kind: 'source', was: before.source_type, now: after.source_type },
    { kind: 'reason', was: reasonOf(was), now: reasonOf(now) },
    ...compareCitations({ was: before.citations, now: after.citations }),
    { kind: 'related', was: relatedOf(was), now: relatedOf(now) },
    { kind: 'looked_up_as', was: was.refinedQuestion, now: now.refinedQuestion },
    ...compareConfidence({ was, now }),
    ...compareGuardrails({ was: before.guardrails, now: after.guardrails }),
    ...compareModels({ was, now }),
    ...compareProcessing({ was, now }),
    { kind: 'packs', was: packsOf(was), now: packsOf(now) },
  ];
  // The same words from another place are a different citation.
  return differences.filter(({ kind, was: one, now: other }) => kind === 'citation' || one !== other);
}

function reasonOf({ response: { agent_context: context } }: ComparedAnswer): string | null {
  return context.blocked_reason === none ? context.no_answer_cause : context.blocked_reason;
}

/** The places that were named; null: none. */
function relatedOf({ response: { related } }: ComparedAnswer): string | null {
  const places = related.map(({ source, headings }) =>
    headings === '' ? source : `${source} › ${headings}`,
  );
  return places.length === 0 ? null : places.join(', ');
}

function compareConfidence({ was, now }: AnswerPair): ReplayDifference[] {
  const [before, after] = [was.response.confidence, now.response.confidence];
  const kind = 'confidence';
  const scores: ReplayDifference[] = [
    { kind, part: 'score', was: before.score, now: after.score },
    { kind, part: 'band', was: before.band, now: after.band },
  ];
  // If one side was not scored, there is no model to compare.
  if (was.scored === null || now.scored === null) return scores;
  return [
    ...scores,
    { kind, part: 'model', was: was.scored.model, now: now.scored.model },
    { kind, part: 'calibration', was: was.scored.calibration, now: now.scored.calibration },
  ];
}

function compareModels({ was, now }: AnswerPair): ReplayDifference[] {
  const [before, after] = [was.response.model_info, now.response.model_info];
  const kind = 'model';
  return [
    { kind, part: 'refinement', was: before.refinement_model, now: after.refinement_model },
    { kind, part: 'answering', was: before.summarization_model, now: after.summarization_model },
    { kind, part: 'checking', was: before.guardrail_model, now: after.guardrail_model },
  ];
}

function compareProcessing({ was, now }: AnswerPair): ReplayDifference[] {
  const [before, after] = [was.response.processing, now.response.processing];
  const kind = 'processing';
  return [
    { kind, part: 'tier', was: before.model_tier, now: after.model_tier },
    { kind, part: 'degraded', was: before.degraded_mode, now: after.degraded_mode },
    { kind, part: 'routing', was: before.routing_source, now: after.routing_source },
  ];
}

function packsOf({ packVersions }: ComparedAnswer): string {
  return packVersions
    .map(({ packId, version }) => `${packId} version ${version}`)
    .toSorted()
    .join(', ');
}

/**
 * Citations that only one side has. If both quote different words of a document, that is one difference and not two. The
 * position of a citation follows from the answer and is not compared.
 */
export function compareCitations({
  was,
  now,
}: {
  readonly was: readonly Citation[];
  readonly now: readonly Citation[];
}): CitationDifference[] {
  const added = [...now];
  const gone = was.filter((citation) => !takeOut(added, (other) => isSame(citation, other)));
  const differences = gone.map((citation): CitationDifference => {
    const other = takeOut(added, ({ document_id: id }) => id === citation.document_id);
    const of = { kind: 'citation', ...nameOf(other ?? citation) } as const;
    const change = other === null ? 'gone' : 'other_words';
    return { ...of, change, was: citation.quote, now: other?.quote ?? null };
  });
  return [
    ...differences,
    ...added.map(
      (citation): CitationDifference => ({
        ...{ kind: 'citation', change: 'added', ...nameOf(citation) },
        ...{ was: null, now: citation.quote },
      }),
    ),
  ];
}

function takeOut(citations: Citation[], isWanted: (citation: Citation) => boolean): Citation | null {
  const position = citations.findIndex(isWanted);
  return position < 0 ? null : (citations.splice(position, 1)[0] ?? null);
}

function isSame(one: Citation, other: Citation): boolean {
  return (
    one.document_id === other.document_id &&
    one.quote === other.quote &&
    one.start === other.start &&
    one.end === other.end
  );
}

function nameOf({ document_id, source, title }: Citation) {
  return { document_id, source, title };
}

/** Guardrails that decided differently. A different score with the same decision does not count. */
function compareGuardrails({
  was,
  now,
}: {
  readonly was: readonly GuardrailResult[];
  readonly now: readonly GuardrailResult[];
}): GuardrailDifference[] {
  const [before, after] = [byPlace(was), byPlace(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const [one, other] = [before.get(place), after.get(place)];
    const known = one ?? other;
    const [decided, decides] = [decisionOf(one), decisionOf(other)];
    if (known === undefined || decided === decides) return [];
    const { guardrail_id, name, stage } = known;
    return [{ kind: 'guardrail', guardrail_id, name, stage, was: decided, now: decides } as const];
  });
}

/** One guardrail may check several stages. */
function byPlace(results: readonly GuardrailResult[]): Map<string, GuardrailResult> {
  return new Map(results.map((result) => [`${result.guardrail_id} ${result.stage}`, result]));
}

function decisionOf(result: GuardrailResult | undefined): string | null {
  if (result === undefined) return null;
  const { status, compliant, action, mode } = result;
  const trial = mode === 'shadow' ? ', on trial' : '';
  if (status !== 'ok') return `did not run (${status}), ${action}${trial}`;
  return `${compliant ? 'passed' : 'objected'}, ${action}${trial}`;
}
