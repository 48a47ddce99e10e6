import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The subset of each schema that is sent, closed: a field that is not here is a mistake. */
interface JsonSchema {
  readonly [name: string]: unknown;
}

const text = { type: 'string' };
const word = { type: 'string', minLength: 1 };
const whole = { type: 'integer', minimum: 0 };
const object = (required: JsonSchema, optional: JsonSchema = {}) => ({
  ...{ type: 'object', additionalProperties: false, required: Object.keys(required) },
  properties: { ...required, ...optional },
});
const open = { type: 'object', additionalProperties: text };
const one = (...values: readonly unknown[]) => ({ enum: values });
const list = (items: JsonSchema) => ({ type: 'array', minItems: 1, items });

/** Of ECS 8.11, with a namespace of our own. */
export const ecsSchema: JsonSchema = object(
  {
    '@timestamp': { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
    ecs: object({ version: one('8.11.0') }),
    service: object({ name: word, type: word, version: word }),
    message: word,
    event: object(
      {
        ...{ id: word, module: one('avow'), provider: one('avow'), kind: one('event', 'alert') },
        dataset: one('avow.log', 'avow.guardrail', 'avow.test'),
        category: list(
          one('authentication', 'configuration', 'database', 'iam', 'intrusion_detection', 'package'),
        ),
        type: list(
          one(
            ...['access', 'admin', 'allowed', 'change', 'creation', 'deletion', 'denied', 'end', 'info'],
            ...['start', 'user'],
          ),
        ),
        ...{ action: word, outcome: one('success', 'failure'), severity: whole },
      },
      { sequence: whole },
    ),
  },
  {
    organization: object({ id: word }),
    user: object({}, { id: word, name: word, target: object({ id: word }) }),
    rule: object({ id: word, name: word, version: text }),
    avow: object(
      { leaf_index: whole },
      {
        ...{ kind: word, action: word, subject: text, details: open },
        ...{ message_id: word, verdict: one('flag', 'redact', 'block', 'failed') },
        mode: one('shadow', 'enforce'),
        ...{ status: word, band: word, channel: word },
      },
    ),
  },
);

const product = object({ name: word, vendor_name: word, version: word });
const user = object({ uid: word }, { name: word, type_id: whole, type: word });
const entity = object({ uid: word, type: word }, { name: word });

/** What each class must have besides, and may have, as OCSF 1.2.0 says. */
const classes: ReadonlyArray<readonly [uid: number, required: JsonSchema, optional: JsonSchema]> = [
  [3001, { user }, {}],
  [3002, { user, service: object({ name: word }) }, { session: object({ uid: word }) }],
  [3004, { entity }, {}],
  [6002, { app: product }, {}],
  [
    2004,
    {
      disposition_id: whole,
      disposition: word,
      action_id: one(1, 2),
      action: one('Allowed', 'Denied'),
      finding_info: object({
        uid: word,
        title: word,
        created_time: whole,
        analytic: object({ uid: word, name: word, type_id: one(1), type: word, version: text }),
      }),
      resources: list(object({ uid: word, type: one('message') })),
    },
    {},
  ],
];

const ocsfBase = {
  ...{ category_uid: one(2, 3, 6), category_name: word, class_name: word, activity_id: whole },
  ...{ activity_name: word, type_uid: whole, type_name: word, severity_id: one(1, 2, 3, 4), severity: word },
  ...{ time: whole, status_id: one(1, 2), status: word, message: word },
  metadata: object(
    { version: one('1.2.0'), product, uid: word, event_code: word, log_name: word },
    { tenant_uid: word, sequence: whole, profiles: list(one('security_control')) },
  ),
};
const actor = object({}, { app_name: word, user });
const ocsfSchema: JsonSchema = {
  oneOf: classes.map(([uid, required, optional]) =>
    object({ ...ocsfBase, class_uid: one(uid), ...required }, { ...optional, actor, unmapped: open }),
  ),
};

const ajv = new Ajv2020({ allErrors: true });
const validators: Readonly<Record<'ecs' | 'ocsf', ValidateFunction>> = {
  ecs: ajv.compile(ecsSchema),
  ocsf: ajv.compile(ocsfSchema),
};

/** What is wrong with an event; empty: nothing. */
export function faultsOfEvent(format: 'ecs' | 'ocsf', event: unknown): readonly string[] {
  const validate = validators[format];
  if (validate(event)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

/** The names of all fields, as `user.target.id`; an open object is named with `*`. */
export function fieldsOf(schema: unknown, prefix = ''): readonly string[] {
  const { properties, additionalProperties } = schema as JsonSchema;
  if (typeof properties !== 'object' || properties === null)
    return typeof additionalProperties === 'object' ? [`${prefix}.*`] : [prefix];
  return Object.entries(properties).flatMap(([name, value]) =>
    fieldsOf(value, prefix === '' ? name : `${prefix}.${name}`),
  );
}
