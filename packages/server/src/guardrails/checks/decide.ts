import type { PolicyAction } from '@avow/contract';
import type { FoundRange, Verdict } from '../../interfaces/guardrail.ts';

interface Found {
  readonly score: number;
  /** In one sentence each, and repeating nothing that was found. */
  readonly reasoning: { readonly found: string; readonly clear: string };
  /** Where it was found; needed where it may be replaced. What stands there then, where that is not the same for all. */
  readonly ranges?: ReadonlyArray<FoundRange & { readonly placeholder?: string }>;
  readonly degraded?: boolean;
}

/** Enough to see what it was about. */
const spansMax = 64;

/** What a policy makes of a finding: from the threshold on it counts, and the action says what is done about it. */
export function decide(
  { score, reasoning, ranges = [], degraded }: Found,
  {
    action,
    threshold,
    placeholder = '[removed]',
  }: { readonly action: PolicyAction; readonly threshold: number; readonly placeholder?: string },
): Verdict {
  const facts = { score, ...(degraded === true ? { degraded } : {}) };
  // A score of nothing is never a finding, not even for a threshold of 0.
  if (!(score > 0 && score >= threshold)) return { ...facts, kind: 'pass', reasoning: reasoning.clear };
  switch (action) {
    case 'flag':
      return { ...facts, kind: 'flag', reasoning: reasoning.found };
    case 'block':
      return {
        ...facts,
        kind: 'block',
        reasoning: reasoning.found,
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
