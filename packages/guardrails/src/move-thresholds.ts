import type { UnsafeKind } from '@avow/contract';
import { type GuardrailPolicy, unsafeKinds } from '@avow/contract';

/** What a threshold belongs to. */
export const thresholdNames = ['prompt_attack', ...unsafeKinds] as const;
export type ThresholdName = 'prompt_attack' | UnsafeKind;

/** Of each threshold, how many blocked prompts people called harmless, less those that they called rightly blocked. */
export type WronglyBlocked = Readonly<Partial<Record<ThresholdName, number>>>;

/** The share of the room above a threshold that one such prompt leaves, and that all of them leave. */
const roomLeftByOne = 0.9;
const roomLeftMin = 0.25;
/** More than this many move it no further. */
const countMax = Math.ceil(Math.log(roomLeftMin) / Math.log(roomLeftByOne));

export type MovedThresholds = Readonly<Partial<Record<ThresholdName, number>>>;

export interface MovedPolicy {
  readonly policy: GuardrailPolicy;
  /** By how many prompts thresholds were moved. */
  readonly moved: WronglyBlocked;
  /** Those that differ from the policy's own. */
  readonly thresholds: MovedThresholds;
}

type Entry = GuardrailPolicy['guardrails'][number];

/**
 * A policy with the thresholds for prompts raised by what people said of those that it blocked. One of them moves a
 * threshold by a tenth of the room above it, and all together by three quarters: no number of labels turns a check off.
 */
export function moveThresholds(policy: GuardrailPolicy, wronglyBlocked: WronglyBlocked): MovedPolicy {
  const moved: Partial<Record<ThresholdName, number>> = {};
  const raised: Partial<Record<ThresholdName, number>> = {};
  const counted = (name: ThresholdName) => Math.min(countMax, Math.max(0, wronglyBlocked[name] ?? 0));
  const raise = (name: ThresholdName, threshold: number) => {
    const count = counted(name);
    if (count === 0) return threshold;
    moved[name] = count;
    const risen = rounded(1 - (1 - threshold) * Math.max(roomLeftMin, roomLeftByOne ** count));
    raised[name] = risen;
    return risen;
  };
  const guardrails = policy.guardrails.map((entry): Entry => {
    if (entry.stage !== 'input') return entry;
    if (entry.check === 'prompt_attack' && entry.settings.learn_from_feedback)
      return { ...entry, threshold: raise('prompt_attack', entry.threshold) };
    if (entry.check !== 'unsafe_content' || !entry.settings.learn_from_feedback) return entry;
    const thresholds = { ...entry.settings.thresholds };
    for (const kind of unsafeKinds)
      if (counted(kind) > 0) thresholds[kind] = raise(kind, thresholds[kind] ?? entry.threshold);
    return { ...entry, settings: { ...entry.settings, thresholds } };
  });
  const isMoved = Object.keys(moved).length > 0;
  return { policy: isMoved ? { ...policy, guardrails } : policy, moved, thresholds: raised };
}

function rounded(threshold: number): number {
  return Math.round(threshold * 10_000) / 10_000;
}

/** The version of a policy with moved thresholds names them, so that a record says what was in force. */
export function nameMoved(version: string, moved: WronglyBlocked): string {
  const named = thresholdNames.flatMap((name) =>
    moved[name] === undefined ? [] : `+${name}:${moved[name]}`,
  );
  return `${version}${named.join('')}`;
}

/** The version that `nameMoved` was given, and what was moved. */
export function readMoved(version: string): { readonly version: string; readonly moved: WronglyBlocked } {
  const [base = '', ...named] = version.split('+');
  const moved: Partial<Record<ThresholdName, number>> = {};
  for (const one of named) {
    const [name, count] = one.split(':');
    const known = thresholdNames.find((each) => each === name);
    if (known !== undefined) moved[known] = Number(count);
  }
  return { version: base, moved };
}
