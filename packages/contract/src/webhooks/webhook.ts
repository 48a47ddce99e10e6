import { z } from 'zod';
import { webAddressSchema } from '../content/content-fields.ts';
import { somebodySchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import {
  webhookDeliveryStatuses,
  webhookDisabledReasons,
  webhookEventTypes,
  webhookFormats,
  webhookOutcomes,
  webhookStatuses,
} from '../values/enumerations.ts';

export const webhookLimits = {
  /** Endpoints of one tenant. */
  endpointsMax: 20,
  descriptionCodePointsMax: 500,
  /** How long a previous secret may sign too: a week. */
  overlapHoursMax: 168,
  overlapHoursDefault: 24,
  /** Dead deliveries that one call queues again; further calls queue the rest. */
  redeliveredPerCallMax: 1_000,
} as const;

/** Not validated: a malformed id is not found, like an unknown one. */
export const webhookParamsSchema = z.strictObject({
  endpoint_id: z.string().min(1).meta({ description: 'The id of the endpoint.' }),
});

export const webhookDeliveryParamsSchema = z.strictObject({
  ...webhookParamsSchema.shape,
  event_id: z.string().min(1).meta({ description: 'The id of the event.' }),
});

const url = webAddressSchema.meta({
  description:
    'Where events are sent: an https URL on the public internet, without a user name or password. It is encrypted at rest. Redirects are not followed.',
});

const description = writtenTextSchema({
  max: webhookLimits.descriptionCodePointsMax,
  lines: 'one',
  min: 0,
}).meta({ description: 'What the endpoint is for.' });

const eventTypes = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(webhookEventTypes.length)
  .transform((types) => [...new Set(types)].sort())
  .nullable()
  .meta({ description: 'The types of events to send; null for all, including those of later versions.' });

const includeContent = z.boolean().meta({
  description:
    'Whether events about a message contain the message as `GET /v1/messages/{message_id}` returns it when the event is sent. The caller must have the scope `messages:read`; once its key is revoked or has expired, and no key that replaces it is valid, or the person may not read messages any more, events are thin again.',
});

export const webhookCreateRequestSchema = z
  .strictObject({
    url,
    description: description.default(''),
    event_types: eventTypes.default(null),
    include_content: includeContent.default(false),
    format: z.enum(webhookFormats).default('event').meta({
      description:
        '`slack` and `teams`: each event is sent as a message with a link to the console, for the address of an incoming webhook of Slack or Microsoft Teams. It cannot be changed later.',
    }),
  })
  .refine(({ format, include_content: content }) => format === 'event' || !content, {
    path: ['include_content'],
    error: 'Only allowed with the format event',
  })
  .meta({
    id: 'WebhookEndpointCreateRequest',
    not: {
      required: ['format', 'include_content'],
      properties: { format: { enum: ['slack', 'teams'] }, include_content: { const: true } },
    },
  });

export const webhookUpdateRequestSchema = z
  .strictObject({
    url: url.exactOptional(),
    description: description.exactOptional(),
    event_types: eventTypes.exactOptional(),
    include_content: includeContent.exactOptional(),
    status: z
      .enum(webhookStatuses)
      .meta({ description: 'Nothing is sent to a disabled endpoint, and what was pending is dead.' })
      .exactOptional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Must change at least one field' })
  .meta({ id: 'WebhookEndpointUpdateRequest', minProperties: 1 });

const overlapExpected = `Must be an integer from 0 to ${webhookLimits.overlapHoursMax}`;

export const webhookRotateRequestSchema = z
  .strictObject({
    overlap_hours: z
      .int({ error: overlapExpected })
      .min(0, { error: overlapExpected })
      .max(webhookLimits.overlapHoursMax, { error: overlapExpected })
      .default(webhookLimits.overlapHoursDefault)
      .meta({ description: 'For how many hours events are signed with the old secret too.' }),
  })
  .meta({ id: 'WebhookRotateRequest' });

export const webhookRedeliverRequestSchema = z
  .strictObject({
    since: dateTimeSchema
      .meta({ description: 'Only events that were written at this time or later.' })
      .exactOptional(),
  })
  .meta({ id: 'WebhookRedeliverRequest' });

const endpointShape = {
  endpoint_id: idSchema('whe'),
  url: z.string().meta({ description: 'Empty if what is stored of the endpoint is damaged.' }),
  description: z.string(),
  event_types: z
    .array(openEnum(webhookEventTypes, 'A type of event.'))
    .nullable()
    .meta({ description: 'Null: all types.' }),
  include_content: z.boolean(),
  format: openEnum(webhookFormats, 'How events are written.'),
  status: openEnum(webhookStatuses, 'Whether events are sent.'),
  disabled_reason: openEnum(
    webhookDisabledReasons,
    '`request`: by a caller. `gone`: it responded with 410. `failing`: nothing could be delivered for days. `damaged`: what is stored of it cannot be read; delete it and create another.',
  ).nullable(),
  failing_since: timeSchema.nullable().meta({
    description: 'When the first attempt failed after the last one that succeeded; null: it is not failing.',
  }),
  created_at: timeSchema,
  created_by: somebodySchema,
  updated_at: timeSchema,
  previous_secret_until: timeSchema
    .nullable()
    .meta({ description: 'Until when events are signed with the previous secret too; null: there is none.' }),
};

/** Where events of a tenant are sent. */
export const webhookEndpointSchema = z.strictObject(endpointShape).meta({ id: 'WebhookEndpoint' });

/** The only responses that contain the secret. */
export const webhookSecretSchema = z
  .strictObject({
    ...endpointShape,
    secret: z
      .string()
      .startsWith('whsec_')
      .meta({ description: 'The secret that events are signed with. Store it now: it is not shown again.' }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

/** Newest first. */
export const webhookEndpointPageSchema = pageSchema(webhookEndpointSchema, 'WebhookEndpointPage');

export const webhookDeliveryListQuerySchema = z.strictObject({
  status: z.enum(webhookDeliveryStatuses).exactOptional(),
  ...pageParameters,
});

/** An event on its way to an endpoint, or how that ended. */
export const webhookDeliverySchema = z
  .strictObject({
    endpoint_id: idSchema('whe'),
    event_id: idSchema('evt').meta({ description: 'Sent as the header `webhook-id` with every attempt.' }),
    type: openEnum(webhookEventTypes, 'The type of the event.'),
    message_id: idSchema('msg').nullable(),
    status: openEnum(
      webhookDeliveryStatuses,
      '`pending`: another attempt follows. `delivered`: the endpoint accepted it. `dead`: no attempt follows unless it is redelivered.',
    ),
    attempts: z.int().min(0).meta({ description: 'Since it was queued or last redelivered.' }),
    created_at: timeSchema,
    next_attempt_at: timeSchema.nullable().meta({
      description: 'Null unless it is pending. While an attempt is in progress, when it would be repeated.',
    }),
    last_attempt_at: timeSchema.nullable(),
    outcome: openEnum(webhookOutcomes, 'How the last attempt ended, or why there was none.').nullable(),
    response_status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last response; null: there was none.' }),
  })
  .meta({ id: 'WebhookDelivery' });

/** Newest first. */
export const webhookDeliveryPageSchema = pageSchema(webhookDeliverySchema, 'WebhookDeliveryPage');

export const webhookRedeliveredSchema = z
  .strictObject({
    redelivered: z.int().min(0).meta({ description: 'How many dead deliveries were queued again.' }),
    has_more: z.boolean().meta({ description: 'There may be more: call again.' }),
  })
  .meta({ id: 'WebhookRedelivered' });

/** The body of every event that is sent. */
export const webhookEventSchema = z
  .strictObject({
    type: openEnum(webhookEventTypes, 'What happened.'),
    timestamp: timeSchema.meta({ description: 'When it happened.' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Ids and states. If the endpoint includes content, `message` too.' }),
  })
  .meta({ id: 'WebhookEvent' });

export type WebhookEndpointEntry = z.output<typeof webhookEndpointSchema>;
export type WebhookDeliveryEntry = z.output<typeof webhookDeliverySchema>;
export type WebhookCreateRequest = z.output<typeof webhookCreateRequestSchema>;
export type WebhookUpdateRequest = z.output<typeof webhookUpdateRequestSchema>;
