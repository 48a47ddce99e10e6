import {
  type FieldError,
  fieldErrorsOf,
  type GuardrailEntry,
  type GuardrailPolicy,
  guardrailPolicySchema,
  guardrailSchema,
  policyLimits,
  toPointer,
} from '@avow/contract';
import type { CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';

export type ReadPolicy =
  | { readonly kind: 'read'; readonly policy: GuardrailPolicy }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

interface ReadingParts {
  readonly parts: CheckParts;
  /** The policy whose ids are kept where the given one names none. */
  readonly known: GuardrailPolicy;
  readonly drawId: () => `grd_${string}`;
}

/** Whoever has more to mend than these begins with these. */
const faultsMax = 100;

/** A policy that somebody has written, or everything that is wrong with it. */
export function readPolicy(given: unknown, { parts, known, drawId }: ReadingParts): ReadPolicy {
  const parsed = guardrailPolicySchema.safeParse(given);
  if (!parsed.success) {
    const faults = [
      ...fieldErrorsOf(parsed.error, given, faultsMax),
      ...faultsAt(entriesAlone(given, drawId), parts),
    ];
    return { kind: 'faulty', faults: faults.slice(0, faultsMax) };
  }
  const policy = { ...parsed.data, guardrails: giveIds(parsed.data.guardrails, known, drawId) };
  const faults = findFaults(policy, parts);
  return faults.length === 0
    ? { kind: 'read', policy }
    : { kind: 'faulty', faults: faults.slice(0, faultsMax) };
}

/** What cannot be carried out of a policy in this installation, although it is well written. */
export function findFaults({ guardrails }: GuardrailPolicy, parts: CheckParts): FieldError[] {
  return faultsAt([...guardrails.entries()], parts);
}

type Placed = readonly [place: number, entry: GuardrailPolicy['guardrails'][number]];

/** The guardrails that are in order by themselves, in a policy that is not: their settings may still be wrong. */
function entriesAlone(given: unknown, drawId: ReadingParts['drawId']): Placed[] {
  const entries: unknown = typeof given === 'object' && given !== null && Reflect.get(given, 'guardrails');
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, policyLimits.guardrailsMax).flatMap((entry, place): Placed[] => {
    const parsed = guardrailSchema.safeParse(entry);
    return parsed.success ? [[place, { ...parsed.data, id: drawId() }]] : [];
  });
}

/** Each is looked at by itself, so that its place is its own and not that among those which are in order. */
function faultsAt(placed: readonly Placed[], parts: CheckParts): FieldError[] {
  const { guardrails: _, ...rest } = guardrailPolicySchema.parse({ guardrails: [] });
  return placed.flatMap(([place, entry]) =>
    compilePolicy({ ...rest, guardrails: [entry] }, 'unread', parts).faults.map(({ path, message }) => ({
      pointer: toPointer(['guardrails', place, ...path.slice(2)]),
      code: 'invalid_value',
      message,
    })),
  );
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
