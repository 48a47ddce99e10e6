import { type FieldError, fieldErrorsOf, toPointer } from '@avow/contract';
import {
  type GuardrailEntry,
  type GuardrailPolicy,
  guardrailSchema,
  policyFrameSchema,
  policyLimits,
} from '@avow/contract/guardrails';
import type { Steps } from '@avow/foundation/concurrency';
import type { CheckDependencies, CheckFault } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import type { Policy } from './guardrail.ts';

export type ReadPolicy =
  | {
      readonly kind: 'read';
      readonly policy: GuardrailPolicy;
      /** The compiled policy, with the given version. */
      readonly compiled: (version: string) => Policy;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

interface ReadingDependencies {
  readonly parts: CheckDependencies;
  /** Guardrails without an id take theirs from this policy. */
  readonly known: GuardrailPolicy;
  readonly createId: () => `grd_${string}`;
}

/** A response lists no more faults than this. */
const faultsMax = 100;

/** Reads a policy, or reports everything that is wrong with it. Each guardrail is one step. */
export function* readPolicy(
  given: unknown,
  { parts, known, createId }: ReadingDependencies,
): Steps<ReadPolicy> {
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
  const policy = { ...rest, guardrails: giveIds(entries, known, createId) };
  // In an invalid policy, the guardrails that parsed may still have wrong settings: report those too.
  const compiled = yield* compilePolicy(policy, 'unread', parts);
  faults.push(...compiled.faults.map((fault) => faultAt(fault, placed)));
  return faults.length === 0
    ? { kind: 'read', policy, compiled: (version) => ({ ...compiled.policy, version }) }
    : { kind: 'faulty', faults: faults.slice(0, faultsMax) };
}

/** What this installation cannot run of a valid policy. */
export function* findFaults(policy: GuardrailPolicy, parts: CheckDependencies): Steps<readonly FieldError[]> {
  const { faults } = yield* compilePolicy(policy, 'unread', parts);
  return faults.map((fault) => faultAt(fault, [...policy.guardrails.entries()]));
}

type Placed = readonly [place: number, entry: GuardrailEntry];

function entriesOf(given: unknown): readonly unknown[] {
  const entries: unknown = typeof given === 'object' && given !== null && Reflect.get(given, 'guardrails');
  return Array.isArray(entries) ? entries.slice(0, policyLimits.guardrailsMax) : [];
}

/** The pointer must refer to the policy as given, not to the list of guardrails that parsed. */
function faultAt({ path, message }: CheckFault, placed: readonly Placed[]): FieldError {
  const [, index, ...within] = path;
  const place = placed[Number(index)]?.[0] as number;
  return { pointer: toPointer(['guardrails', place, ...within]), code: 'invalid_value', message };
}

/**
 * Records refer to guardrails by id: one with the same name, check and stage as before keeps its id even if the author of
 * the policy left it out.
 */
function giveIds(
  entries: readonly GuardrailEntry[],
  known: GuardrailPolicy,
  createId: ReadingDependencies['createId'],
): GuardrailPolicy['guardrails'] {
  const named = new Set(entries.map(({ id }) => id));
  const unclaimed = Map.groupBy(
    known.guardrails.filter(({ id }) => !named.has(id)),
    kindOf,
  );
  return entries.map((entry) => {
    const id = entry.id ?? unclaimed.get(kindOf(entry))?.shift()?.id ?? createId();
    return { ...entry, id } as GuardrailPolicy['guardrails'][number];
  });
}

function kindOf({ check, stage, name }: GuardrailEntry): string {
  return `${check} ${stage} ${name}`;
}
