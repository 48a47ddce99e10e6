import type { StreamFormat } from '../../../config/security-streams.ts';
import { mappingOf, type Severity } from './event-mapping.ts';
import { findingMapping } from './finding-mapping.ts';
import type { Product } from './product.ts';
import type { SecurityEvent, TestEvent } from './security-event.ts';
import { toEcs } from './to-ecs.ts';
import { toOcsf } from './to-ocsf.ts';

/** An event as it is sent. */
export interface FormattedEvent {
  /** JSON in one line. */
  readonly json: string;
  readonly atMs: number;
  /** What happened, as `key.created`. */
  readonly code: string;
  readonly severity: Severity;
}

/** The format of a stream. */
export function createFormat(
  format: StreamFormat,
  product: Product,
): (event: SecurityEvent | TestEvent) => FormattedEvent {
  const translate = format === 'ocsf' ? toOcsf : toEcs;
  return (event) => ({
    ...{ json: JSON.stringify(translate(event, product)), atMs: event.atMs },
    ...rated(event),
  });
}

function rated(event: SecurityEvent | TestEvent): Pick<FormattedEvent, 'code' | 'severity'> {
  switch (event.type) {
    case 'administrative': {
      const { kind, action } = event;
      return { code: `${kind}.${action}`, severity: mappingOf(kind, action).severity };
    }
    case 'guardrail':
      return { code: `guardrail.${event.finding.did}`, severity: findingMapping(event.finding).severity };
    case 'test':
      return { code: 'stream.test', severity: 1 };
  }
}
