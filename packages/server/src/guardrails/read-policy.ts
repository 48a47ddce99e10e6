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
      ...faultsOf(entriesAlone(given), parts, drawId),
    ];
    return { kind: 'faulty', faults: faults.slice(0, faultsMax) };
  }
  const policy = { ...parsed.data, guardrails: giveIds(parsed.data.guardrails, known, drawId) };
  const faults = faultsOf([...policy.guardrails.entries()], parts, drawId);
  return faults.length === 0
    ? { kind: 'read', policy }
    : { kind: 'faulty', faults: faults.slice(0, faultsMax) };
}

type Placed = readonly [place: number, entry: GuardrailEntry];

/** The guardrails that are in order by themselves, in a policy that is not: their settings may still be wrong. */
function entriesAlone(given: unknown): Placed[] {
  const entries: unknown = typeof given === 'object' && given !== null && Reflect.get(given, 'guardrails');
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, policyLimits.guardrailsMax).flatMap((entry, place): Placed[] => {
    const parsed = guardrailSchema.safeParse(entry);
    return parsed.success ? [[place, parsed.data]] : [];
  });
}

/** What cannot be carried out here, although it is well written. */
function faultsOf(
  placed: readonly Placed[],
  parts: CheckParts,
  drawId: ReadingParts['drawId'],
): FieldError[] {
  const { guardrails: _, ...rest } = guardrailPolicySchema.parse({ guardrails: [] });
  return placed.flatMap(([place, entry]) => {
    const alone = { ...rest, guardrails: [{ ...entry, id: drawId() }] } as GuardrailPolicy;
    return compilePolicy(alone, 'unread', parts).faults.map(({ path, message }) => ({
      pointer: toPointer(['guardrails', place, ...path.slice(2)]),
      code: 'invalid_value',
      message,
    }));
  });
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
