import { mappingOf, ocsfClasses, otherActivity, type Severity } from './event-mapping.ts';
import { findingMapping } from './finding-mapping.ts';
import { describeAction, describeFinding, type Product } from './product.ts';
import type { AdministrativeEvent, GuardrailEvent, SecurityEvent, TestEvent } from './security-event.ts';

/** The version of the Open Cybersecurity Schema Framework whose classes are used. */
const ocsfVersion = '1.2.0';

type Fields = Readonly<Record<string, unknown>>;

const severities: Readonly<Record<Severity, string>> = {
  1: 'Informational',
  2: 'Low',
  3: 'Medium',
  4: 'High',
};

/** An event in the Open Cybersecurity Schema Framework. What it has no attribute for is in `unmapped`. */
export function toOcsf(event: SecurityEvent | TestEvent, product: Product): Fields {
  switch (event.type) {
    case 'administrative':
      return administrative(event, product);
    case 'guardrail':
      return guardrail(event, product);
    case 'test':
      return {
        ...classify('application_lifecycle', otherActivity, 'Test'),
        ...rate(1),
        time: event.atMs,
        ...outcomeOf('success'),
        message: 'A test of the stream.',
        metadata: {
          ...{ version: ocsfVersion, product: productOf(product), uid: event.id },
          ...{ event_code: 'stream.test', log_name: 'avow.test' },
        },
        app: productOf(product),
      };
  }
}

const productOf = ({ name, version }: Product) => ({ name, vendor_name: name, version });

/** The class and the activity. `name` is that of an activity that has no number. */
function classify(wanted: keyof typeof ocsfClasses, activity: number, name: string): Fields {
  const found = ocsfClasses[wanted];
  const names: Readonly<Record<number, string>> = found.activities;
  const activityName = names[activity] ?? name;
  return {
    ...{ category_uid: found.categoryUid, category_name: found.category },
    ...{ class_uid: found.uid, class_name: found.name },
    ...{ activity_id: activity, activity_name: activityName },
    type_uid: found.uid * 100 + activity,
    type_name: `${found.name}: ${activity === otherActivity ? 'Other' : activityName}`,
  };
}

const rate = (severity: Severity): Fields => ({ severity_id: severity, severity: severities[severity] });

const outcomeOf = (outcome: 'success' | 'failure'): Fields =>
  outcome === 'success' ? { status_id: 1, status: 'Success' } : { status_id: 2, status: 'Failure' };

const metadataOf = ({ id, tenantId, leafIndex }: SecurityEvent, product: Product): Fields => ({
  ...{ version: ocsfVersion, product: productOf(product), uid: id, tenant_uid: tenantId },
  sequence: leafIndex,
});

function administrative(event: AdministrativeEvent, product: Product): Fields {
  const { kind, action, subject, actor, details, atMs } = event;
  const { ocsf, activity, outcome, severity } = mappingOf(kind, action);
  const code = `${kind}.${action}`;
  return {
    ...classify(ocsf, activity, action.replaceAll('_', ' ')),
    ...rate(severity),
    time: atMs,
    ...outcomeOf(outcome),
    message: describeAction(kind, action),
    metadata: { ...metadataOf(event, product), event_code: code, log_name: 'avow.log' },
    actor: actor === '' ? { app_name: product.name } : { user: actingUser(event) },
    ...ofClass(event, ocsf, product),
    unmapped: { kind, action, subject, ...Object.fromEntries(details) },
  };
}

function actingUser({ actor, actorName }: AdministrativeEvent): Fields {
  return {
    uid: actor,
    ...(actorName === null ? {} : { name: actorName }),
    ...(actor === 'operator' ? { type_id: 2, type: 'Admin' } : {}),
    ...(actor.startsWith('usr_') ? { type_id: 1, type: 'User' } : {}),
    ...(actor.startsWith('key_') ? { type_id: otherActivity, type: 'API key' } : {}),
  };
}

/** What only events of this class have. */
function ofClass(event: AdministrativeEvent, ocsf: keyof typeof ocsfClasses, product: Product): Fields {
  const { kind, subject, details, actor, tenantId } = event;
  const name = details.find(([named]) => named === 'name')?.[1];
  const named = name === undefined ? {} : { name };
  switch (ocsf) {
    case 'account_change':
      return { user: { uid: subject, ...named } };
    case 'authentication': {
      const isSession = subject.startsWith('ses_');
      return {
        user: isSession && actor !== '' ? actingUser(event) : { uid: subject },
        ...(isSession ? { session: { uid: subject } } : {}),
        service: { name: product.name },
      };
    }
    case 'application_lifecycle':
      return { app: { ...productOf(product), version: subject } };
    default:
      return { entity: { uid: subject === '' ? tenantId : subject, type: kind, ...named } };
  }
}

function guardrail(event: GuardrailEvent, product: Product): Fields {
  const { id, finding, message, atMs } = event;
  const { disposition, action, severity } = findingMapping(finding);
  return {
    ...classify('detection_finding', 1, 'Create'),
    ...rate(severity),
    time: atMs,
    ...{ status_id: 1, status: 'New' },
    message: describeFinding(finding),
    metadata: {
      ...metadataOf(event, product),
      ...{
        event_code: `guardrail.${finding.did}`,
        log_name: 'avow.guardrail',
        profiles: ['security_control'],
      },
    },
    ...{ disposition_id: disposition[0], disposition: disposition[1] },
    ...{ action_id: action[0], action: action[1] },
    finding_info: {
      ...{ uid: id, title: finding.name, created_time: atMs },
      analytic: {
        ...{ uid: finding.guardrailId, name: finding.name, type_id: 1, type: 'Rule' },
        version: message.policyVersion,
      },
    },
    resources: [{ uid: message.messageId, type: 'message' }],
    unmapped: {
      ...{ verdict: finding.did, mode: finding.isShadow ? 'shadow' : 'enforce' },
      ...{ status: message.status, band: message.band, channel: message.channel },
    },
  };
}
