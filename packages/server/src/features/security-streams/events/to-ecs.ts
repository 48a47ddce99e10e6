import { formatTime } from '@avow/contract/values';
import { mappingOf } from './event-mapping.ts';
import { findingMapping } from './finding-mapping.ts';
import { describeAction, describeFinding, type Product } from './product.ts';
import type { AdministrativeEvent, GuardrailEvent, SecurityEvent, TestEvent } from './security-event.ts';

/** The version of the Elastic Common Schema whose fields are used. */
const ecsVersion = '8.11.0';

type Fields = Readonly<Record<string, unknown>>;

/** An event in the Elastic Common Schema. What it has no field for is below `avow`. */
export function toEcs(event: SecurityEvent | TestEvent, { name, version }: Product): Fields {
  const shared = {
    '@timestamp': formatTime(event.atMs),
    ecs: { version: ecsVersion },
    service: { name, type: 'avow', version },
  };
  switch (event.type) {
    case 'administrative':
      return { ...shared, ...ofLog(event), ...administrative(event) };
    case 'guardrail':
      return { ...shared, ...ofLog(event), ...guardrail(event) };
    case 'test':
      return {
        ...shared,
        message: 'A test of the stream.',
        event: {
          ...{ id: event.id, module: 'avow', provider: 'avow', dataset: 'avow.test', kind: 'event' },
          ...{ category: ['configuration'], type: ['info'], action: 'stream.test', outcome: 'success' },
          severity: 1,
        },
      };
  }
}

const ofLog = ({ tenantId }: SecurityEvent): Fields => ({ organization: { id: tenantId } });

function administrative(event: AdministrativeEvent): Fields {
  const { id, kind, action, subject, actor, actorName, details, leafIndex } = event;
  const { category, types, outcome, severity } = mappingOf(kind, action);
  const isUser = kind === 'user' || subject.startsWith('usr_');
  const affected = subject === '' || !isUser ? {} : { target: { id: subject } };
  const user = {
    ...(actor === '' ? {} : { id: actor }),
    ...(actorName === null ? {} : { name: actorName }),
    ...affected,
  };
  return {
    message: describeAction(kind, action),
    event: {
      ...{ id, module: 'avow', provider: 'avow', dataset: 'avow.log', kind: 'event' },
      ...{ category: [category], type: types, action: `${kind}.${action}`, outcome, severity },
      sequence: leafIndex,
    },
    ...(Object.keys(user).length === 0 ? {} : { user }),
    avow: { kind, action, subject, leaf_index: leafIndex, details: Object.fromEntries(details) },
  };
}

function guardrail({ id, finding, message, leafIndex }: GuardrailEvent): Fields {
  const { kind, types, severity } = findingMapping(finding);
  return {
    message: describeFinding(finding),
    event: {
      ...{ id, module: 'avow', provider: 'avow', dataset: 'avow.guardrail', kind },
      ...{ category: ['intrusion_detection'], type: types, action: `guardrail.${finding.did}` },
      ...{ outcome: finding.did === 'failed' ? 'failure' : 'success', severity, sequence: leafIndex },
    },
    rule: { id: finding.guardrailId, name: finding.name, version: message.policyVersion },
    avow: {
      ...{ message_id: message.messageId, leaf_index: leafIndex, verdict: finding.did },
      mode: finding.isShadow ? 'shadow' : 'enforce',
      ...{ status: message.status, band: message.band, channel: message.channel },
    },
  };
}
