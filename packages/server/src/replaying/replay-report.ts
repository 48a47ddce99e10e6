import { formatTime } from '@avow/contract';
import type { PackVersion } from '../interfaces/identity.ts';
import type { Cause } from './cause.ts';
import type { Circumstances } from './circumstances.ts';
import { compareAnswers } from './compare-answers.ts';
import { type Difference, isOfAnswer } from './difference.ts';
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
  /** What was valid then is what was answered from. */
  readonly as_of: string;
  readonly groups: readonly string[];
  /** Null: as the policy says. */
  readonly model_tier: number | null;
  readonly answer_format: string;
  /** Null: as the question tells. */
  readonly language: string | null;
  /** Earlier messages of its thread that could be read. */
  readonly earlier_messages: number;
}

/** What came of a replay, as it is printed for machines. */
export interface ReplayReport {
  readonly message_id: string;
  /** Answer, status and citations are those on record. */
  readonly same: boolean;
  readonly asked: HowAsked;
  readonly differences: ReadonlyArray<Difference & { readonly causes: readonly Cause[] }>;
  /** What the record does not tell, and the replay had to do without. */
  readonly notes: readonly string[];
}

/** What was found out around the two answers. */
export interface Replayed
  extends Omit<Circumstances, 'differences' | 'was' | 'review' | 'isQuestionRedacted'> {
  readonly packs: ReadonlyArray<PackVersion & { readonly name: string; readonly publishedAtMs: number }>;
  readonly earlierMessages: number;
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
      as_of: formatTime(plan.createdAtMs),
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

/** After a publication passages get their vectors one after the other: within minutes, if it is not a very large pack. */
const youngMs = 600_000;

function notesOf(
  { isQuestionRedacted, answerFormat, was, createdAtMs }: ReplayPlan,
  { groups, packs }: Replayed,
): string[] {
  const notes: string[] = [];
  if (isQuestionRedacted)
    notes.push('The question was asked as it is stored, with placeholders for what was redacted.');
  if (groups.length === 0)
    notes.push('The groups of whoever asked are not on record: it was asked as a member of none.');
  if (answerFormat === 'json')
    notes.push(
      'Whether the client gave a form for the answer (answer_schema) is not on record: none was given.',
    );
  if (was.packVersions.length === 0)
    notes.push(
      'The record names no pack version: nothing was looked up then, and there is nothing to look in.',
    );
  for (const { name, version, publishedAtMs } of packs) {
    if (createdAtMs - publishedAtMs < youngMs)
      notes.push(
        `Version ${version} of ${name} had just been published. Until its passages have their vectors they are found by their words alone, and which had theirs by then is not on record.`,
      );
  }
  return notes;
}
