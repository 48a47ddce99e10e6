import type { GuardrailFinding } from '../../records/record-store.ts';
import type { Severity } from './event-mapping.ts';

/** What a finding of a guardrail is in OCSF and in ECS. */
interface FindingMapping {
  /** `disposition_id` of OCSF, with its name. */
  readonly disposition: readonly [id: number, name: string];
  /** `action_id` of OCSF, with its name. */
  readonly action: readonly [id: number, name: string];
  /** `event.kind` of ECS. */
  readonly kind: 'alert' | 'event';
  /** `event.type` of ECS. */
  readonly types: readonly string[];
  readonly severity: Severity;
}

const allowed = [1, 'Allowed'] as const;
const denied = [2, 'Denied'] as const;

const mappings: Readonly<Record<GuardrailFinding['did'], FindingMapping>> = {
  block: {
    ...{ disposition: [2, 'Blocked'], action: denied, kind: 'alert', types: ['denied'], severity: 3 },
  },
  redact: {
    ...{ disposition: [11, 'Corrected'], action: allowed, kind: 'event', types: ['allowed'], severity: 2 },
  },
  flag: {
    ...{ disposition: [15, 'Detected'], action: allowed, kind: 'event', types: ['allowed'], severity: 2 },
  },
  failed: { disposition: [27, 'Error'], action: denied, kind: 'alert', types: ['denied'], severity: 4 },
};

/** A guardrail on trial reports what it would have done, and does nothing. */
export function findingMapping({ did, isShadow }: GuardrailFinding): FindingMapping {
  const mapping = mappings[did];
  return isShadow
    ? {
        ...mapping,
        disposition: [17, 'Logged'],
        action: allowed,
        kind: 'event',
        types: ['info'],
        severity: 1,
      }
    : mapping;
}
