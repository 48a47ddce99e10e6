import {
  type GuardrailPolicy,
  type PolicyState,
  type ThresholdName,
  thresholdNames,
  unsafeKinds,
} from '@avow/contract/guardrails';

/** What people said of the prompts that reached one threshold. */
interface BlockVerdicts {
  /** Prompts that were called harmless, and rightly blocked. */
  readonly wrong: number;
  readonly right: number;
  readonly authorCount: number;
  readonly keyCount: number;
}

export type BlocksByThreshold = Readonly<Partial<Record<ThresholdName, BlockVerdicts>>>;

/** A higher threshold that feedback suggests; it applies only if somebody accepts it. */
export interface ProposedThreshold extends BlockVerdicts {
  readonly name: ThresholdName;
  /** As the policy has it; the lowest if several guardrails have one. */
  readonly threshold: number;
  readonly proposed: number;
}

/** The share of the room above a threshold that one prompt leaves, and that all of them leave. */
const roomLeftByOne = 0.9;
const roomLeftMin = 0.25;

/**
 * The thresholds for prompts that should be higher, by what people said of those that were blocked. One of them moves a
 * threshold by a tenth of the room above it, and all together by three quarters: no number of labels turns a check off.
 */
export function proposeThresholds(policy: GuardrailPolicy, blocks: BlocksByThreshold): ProposedThreshold[] {
  return thresholdNames.flatMap((name) => {
    const said = blocks[name];
    const count = said === undefined ? 0 : said.wrong - said.right;
    const thresholds = learningThresholds(policy, name);
    if (said === undefined || count <= 0 || thresholds.length === 0) return [];
    const threshold = Math.min(...thresholds);
    const proposed = rounded(1 - (1 - threshold) * Math.max(roomLeftMin, roomLeftByOne ** count));
    return proposed > threshold ? [{ ...said, name, threshold, proposed }] : [];
  });
}

/** The thresholds of this name in guardrails that learn from feedback. */
function learningThresholds({ guardrails }: GuardrailPolicy, name: ThresholdName): number[] {
  return guardrails.flatMap((entry) => {
    if (!isLearning(entry)) return [];
    if (entry.check === 'prompt_attack') return name === 'prompt_attack' ? [entry.threshold] : [];
    return name === 'prompt_attack' ? [] : [entry.settings.thresholds[name] ?? entry.threshold];
  });
}

type Entry = GuardrailPolicy['guardrails'][number];
type LearningEntry = Extract<Entry, { check: 'prompt_attack' | 'unsafe_content' }>;

function isLearning(entry: Entry): entry is LearningEntry {
  return (
    entry.enabled &&
    entry.stage === 'input' &&
    (entry.check === 'prompt_attack' || entry.check === 'unsafe_content') &&
    entry.settings.learn_from_feedback
  );
}

/** A policy with these thresholds, where they are higher than its own. */
export function raiseThresholds(
  policy: GuardrailPolicy,
  accepted: Readonly<Partial<Record<ThresholdName, number>>>,
): GuardrailPolicy {
  const raise = (name: ThresholdName, threshold: number) => Math.max(threshold, accepted[name] ?? 0);
  const guardrails = policy.guardrails.map((entry): Entry => {
    if (!isLearning(entry)) return entry;
    if (entry.check === 'prompt_attack')
      return { ...entry, threshold: raise('prompt_attack', entry.threshold) };
    const thresholds = { ...entry.settings.thresholds };
    for (const kind of unsafeKinds)
      if (accepted[kind] !== undefined) thresholds[kind] = raise(kind, thresholds[kind] ?? entry.threshold);
    return { ...entry, settings: { ...entry.settings, thresholds } };
  });
  return { ...policy, guardrails };
}

function rounded(threshold: number): number {
  return Math.round(threshold * 10_000) / 10_000;
}

export function proposedToWire(one: ProposedThreshold): PolicyState['proposed_thresholds'][number] {
  return {
    ...{ name: one.name, threshold: one.threshold, proposed: one.proposed },
    ...{ wrongly_blocked: one.wrong, rightly_blocked: one.right },
    ...{ author_count: one.authorCount, key_count: one.keyCount },
  };
}
