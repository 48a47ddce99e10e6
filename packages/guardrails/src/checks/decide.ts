import type { PolicyAction, UnsafeKind } from '@avow/contract/guardrails';
import type { FoundRange, Verdict } from '../guardrail.ts';

interface Found {
  readonly score: number;
  /** In one sentence each, and repeating nothing that was found. */
  readonly reasoning: { readonly found: string; readonly clear: string };
  /** The ranges found; required if they may be replaced. `placeholder` overrides the common one. */
  readonly ranges?: ReadonlyArray<FoundRange & { readonly placeholder?: string }>;
  readonly degraded?: boolean;
  /** The models that judged. */
  readonly models?: readonly string[];
  readonly concern?: UnsafeKind;
  /** It does not reach the threshold, and is worth a flag. */
  readonly isSuspicious?: boolean;
}

const spansMax = 64;

/** Applies a policy to a finding: it counts from the threshold on, with the given action. */
export function decide(
  { score, reasoning, ranges = [], degraded, models = [], concern, isSuspicious = false }: Found,
  {
    action,
    threshold,
    placeholder = '[removed]',
  }: { readonly action: PolicyAction; readonly threshold: number; readonly placeholder?: string },
): Verdict {
  const facts = {
    ...{ score, ...(degraded === true ? { degraded } : {}) },
    ...(models.length === 0 ? {} : { models }),
  };
  // A score of 0 is never a finding, not even for a threshold of 0.
  if (!(score > 0 && score >= threshold))
    return score > 0 && isSuspicious
      ? { ...facts, kind: 'flag', reasoning: reasoning.found }
      : { ...facts, kind: 'pass', reasoning: reasoning.clear };
  switch (action) {
    case 'flag':
      return { ...facts, kind: 'flag', reasoning: reasoning.found };
    case 'block':
      return {
        ...facts,
        kind: 'block',
        reasoning: reasoning.found,
        ...(concern === undefined ? {} : { concern }),
        spans: ranges.slice(0, spansMax).map(({ start, end }) => ({ start, end })),
      };
    case 'redact':
      return {
        ...facts,
        kind: 'redact',
        reasoning: reasoning.found,
        redactions: ranges.map(({ start, end, placeholder: own = placeholder }) => ({
          ...{ start, end },
          placeholder: own,
        })),
      };
  }
}
