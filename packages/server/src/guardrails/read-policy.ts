import {
  type FieldError,
  fieldErrorsOf,
  type GuardrailEntry,
  type GuardrailPolicy,
  guardrailSchema,
  policyFrameSchema,
  policyLimits,
  toPointer,
} from '@avow/contract';
import type { Policy } from '../interfaces/guardrail.ts';
import type { CheckFault, CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import type { Steps } from './take-turns.ts';

export type ReadPolicy =
  | {
      readonly kind: 'read';
      readonly policy: GuardrailPolicy;
      /** Ready for use, under the version that it is to have. */
      readonly compiled: (version: string) => Policy;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

interface ReadingParts {
  readonly parts: CheckParts;
  /** The policy whose ids are kept where the given one names none. */
  readonly known: GuardrailPolicy;
  readonly drawId: () => `grd_${string}`;
}

/** Whoever has more to mend than these begins with these. */
const faultsMax = 100;

/** A policy that somebody has written, or everything that is wrong with it. Each guardrail is read by itself: a step. */
export function* readPolicy(given: unknown, { parts, known, drawId }: ReadingParts): Steps<ReadPolicy> {
  const frame = policyFrameSchema.safeParse(given);
  const faults = frame.success ? [] : fieldErrorsOf(frame.error, given, faultsMax);
  const placed: Placed[] = [];
  for (const [place, entry] of entriesOf(given).entries()) {
    const parsed = guardrailSchema.safeParse(entry);
    if (parsed.success) placed.push([place, parsed.data]);
    else
      for (const { pointer, ...fault } of fieldErrorsOf(parsed.error, entry, faultsMax))
        faults.push({ pointer: `${toPointer(['guardrails', place])}${pointer}`, ...fault });
    yield;
    if (faults.length >= faultsMax) return { kind: 'faulty', faults: faults.slice(0, faultsMax) };
  }
  const entries = placed.map(([, entry]) => entry);
  const rest = frame.success ? frame.data : policyFrameSchema.parse({ guardrails: [] });
  const policy = { ...rest, guardrails: giveIds(entries, known, drawId) };
  // In a policy that is not in order, guardrails that are may still have settings that are wrong.
  const compiled = yield* compilePolicy(policy, 'unread', parts);
  faults.push(...compiled.faults.map((fault) => faultAt(fault, placed)));
  return faults.length === 0
    ? { kind: 'read', policy, compiled: (version) => ({ ...compiled.policy, version }) }
    : { kind: 'faulty', faults: faults.slice(0, faultsMax) };
}

/** What cannot be carried out of a policy in this installation, although it is well written. */
export function* findFaults(policy: GuardrailPolicy, parts: CheckParts): Steps<readonly FieldError[]> {
  const { faults } = yield* compilePolicy(policy, 'unread', parts);
  return faults.map((fault) => faultAt(fault, [...policy.guardrails.entries()]));
}

type Placed = readonly [place: number, entry: GuardrailEntry];

function entriesOf(given: unknown): readonly unknown[] {
  const entries: unknown = typeof given === 'object' && given !== null && Reflect.get(given, 'guardrails');
  return Array.isArray(entries) ? entries.slice(0, policyLimits.guardrailsMax) : [];
}

/** The place is that in the policy as it was given, and not that among the guardrails which are in order. */
function faultAt({ path, message }: CheckFault, placed: readonly Placed[]): FieldError {
  const [, index, ...within] = path;
  const place = placed[Number(index)]?.[0] as number;
  return { pointer: toPointer(['guardrails', place, ...within]), code: 'invalid_value', message };
}

/**
 * Records name guardrails by their ids: one that is still the same, as far as its name, check and stage say, keeps its id
 * although whoever wrote the policy does not know it.
 */
function giveIds(
  entries: readonly GuardrailEntry[],
  known: GuardrailPolicy,
  drawId: ReadingParts['drawId'],
): GuardrailPolicy['guardrails'] {
  const named = new Set(entries.map(({ id }) => id));
  const unnamed = Map.groupBy(
    known.guardrails.filter(({ id }) => !named.has(id)),
    kindOf,
  );
  return entries.map((entry) => {
    const id = entry.id ?? unnamed.get(kindOf(entry))?.shift()?.id ?? drawId();
    return { ...entry, id } as GuardrailPolicy['guardrails'][number];
  });
}

function kindOf({ check, stage, name }: GuardrailEntry): string {
  return `${check} ${stage} ${name}`;
}
