import { formatTime } from '@avow/contract/values';
import type { PackVersion } from '@avow/foundation';
import type { Cause, Circumstances } from './circumstances.ts';
import { compareAnswers, isOfAnswer, type ReplayDifference } from './compare-answers.ts';
import { explainDifference } from './explain-difference.ts';
import type { ReplayPlan } from './plan-replay.ts';

/** How the question was asked again. */
interface HowAsked {
  /** As it is stored. */
  readonly question: string;
  readonly question_redacted: boolean;
  readonly policy_version: string;
  readonly pack_versions: ReadonlyArray<{
    readonly pack_id: string;
    readonly name: string;
    readonly version: number;
  }>;
  /** Content that was valid at this time was used. */
  readonly as_of: string;
  readonly groups: readonly string[];
  /** Null: as the policy says. */
  readonly model_tier: number | null;
  readonly answer_format: string;
  /** Null: the language of the question. */
  readonly language: string | null;
  /** Earlier messages of its thread that could be read. */
  readonly earlier_messages: number;
}

/** The result of a replay, as printed for machines. */
export interface ReplayReport {
  readonly message_id: string;
  /** Whether answer, status and citations are those on record. */
  readonly same: boolean;
  readonly asked: HowAsked;
  readonly differences: ReadonlyArray<ReplayDifference & { readonly causes: readonly Cause[] }>;
  /** What the record does not contain, and the replay had to do without. */
  readonly notes: readonly string[];
}

/** What was found about the two answers. */
export interface Replayed
  extends Omit<Circumstances, 'differences' | 'was' | 'review' | 'isQuestionRedacted'> {
  readonly packs: ReadonlyArray<PackVersion & { readonly name: string; readonly publishedAtMs: number }>;
  readonly earlierMessages: number;
  readonly unnamed: readonly PackVersion[];
}

export function reportReplay(plan: ReplayPlan, replayed: Replayed): ReplayReport {
  const { was, review, isQuestionRedacted } = plan;
  const differences = compareAnswers({ was, now: replayed.now });
  const circumstances = { ...replayed, was, review, isQuestionRedacted, differences };
  return {
    message_id: plan.messageId,
    same: !differences.some(isOfAnswer),
    asked: {
      question: plan.question,
      question_redacted: isQuestionRedacted,
      policy_version: plan.policyVersion,
      pack_versions: replayed.packs.map(({ packId, name, version }) => ({ pack_id: packId, name, version })),
      as_of: formatTime(plan.asOfMs ?? plan.createdAtMs),
      groups: replayed.groups,
      model_tier: replayed.tierAsked,
      answer_format: plan.answerFormat,
      language: plan.language,
      earlier_messages: replayed.earlierMessages,
    },
    differences: differences.map((difference) => ({
      ...difference,
      causes: explainDifference(difference, circumstances),
    })),
    notes: notesOf(plan, replayed),
  };
}

/** After a publication passages are embedded in the background, within minutes unless the pack is very large. */
const youngMs = 600_000;

function notesOf(
  { isQuestionRedacted, answerFormat, was, createdAtMs, groups: recorded }: ReplayPlan,
  { groups, packs, unnamed }: Replayed,
): string[] {
  const notes: string[] = [];
  if (isQuestionRedacted)
    notes.push('The question was asked as it is stored, with placeholders for what was redacted.');
  if (recorded === null && groups.length === 0)
    notes.push(
      'The groups of the person who asked are not on record: the question was asked as a member of no group.',
    );
  if (answerFormat === 'json')
    notes.push(
      'Whether the client gave a form for the answer (answer_schema) is not on record: none was given.',
    );
  if (was.packVersions.length === 0)
    notes.push(
      'The record names no pack version: nothing was searched then, and there is nothing to search.',
    );
  for (const { packId, version } of unnamed)
    notes.push(`No entry of the log that the record names is of version ${version} of ${packId}.`);
  for (const { name, version, publishedAtMs } of packs) {
    if (createdAtMs - publishedAtMs < youngMs)
      notes.push(
        `Version ${version} of ${name} had just been published. Until its passages are embedded only keyword search finds them, and which were embedded by then is not on record.`,
      );
  }
  return notes;
}
