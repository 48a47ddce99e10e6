import { z } from 'zod';
import { purposeSchema } from '../api/headers.ts';
import { actorSchema } from '../fields/actor.ts';
import { textSchema } from '../fields/code-points.ts';
import { hashSchema } from '../fields/hash.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { flagSchema, sizeSchema } from '../fields/query-parameters.ts';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { logEventKinds } from '../values/log-event-kinds.ts';
import { auditLimits } from './audit-limits.ts';
import { proofHashesSchema } from './audit-proof.ts';

/** Not validated: a path that does not name a tile is not found. */
export const logTileParamsSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .meta({
      description: 'The part of the C2SP tile path after `tile/`. Do not escape its slashes.',
      examples: ['0/x001/x234/067', '0/005.p/112', 'entries/005'],
    }),
});

export const consistencyQuerySchema = z
  .strictObject({
    from: sizeSchema.meta({ description: 'The size of the older checkpoint.' }),
    to: sizeSchema
      .meta({ description: 'The size of the newer checkpoint. Default: the latest.' })
      .exactOptional(),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    path: ['to'],
    error: 'Must be greater than or equal to from',
  });

const treeSchema = z.strictObject({ size: z.int().min(0), root: hashSchema }).meta({ id: 'LogTree' });

export const consistencySchema = z
  .strictObject({
    from: treeSchema,
    to: treeSchema,
    proof: proofHashesSchema.meta({
      description:
        'The RFC 6962 consistency proof: the newer tree starts with exactly the leaves of the older one.',
    }),
  })
  .refine(({ from, to }) => from.size <= to.size, {
    path: ['to'],
    error: 'Must be greater than or equal to from',
  })
  .meta({ id: 'LogConsistency' });

const logKeySchema = z
  .strictObject({
    verifier_key: z.string().min(1).meta({ description: 'The verifier key in C2SP format.' }),
    from_size: z.int().min(0).meta({ description: 'The smallest size of the checkpoints that it signs.' }),
    until_size: z.int().min(1).nullable().meta({
      description: 'The largest size of the checkpoints that it signs; null for the current key.',
    }),
    statement: z.string().min(1).nullable().meta({
      description:
        'The checkpoint by which the next key replaced this one, signed by both; null for the current key.',
    }),
  })
  .meta({ id: 'LogKey' });

export const logKeyListQuerySchema = z.strictObject({
  size: sizeSchema
    .meta({
      description:
        'The size of a checkpoint that one of the keys has signed: the consistency proofs lead over its tree too.',
    })
    .exactOptional(),
});

/** Oldest first. */
export const logKeyListSchema = z
  .strictObject({
    data: z.array(logKeySchema).min(1).max(auditLimits.logKeysMax),
    consistency: z.array(proofHashesSchema).max(auditLimits.logKeysMax).meta({
      description:
        'RFC 6962 consistency proofs between the trees of the statements and, if `size` is given, of the checkpoint: from each to the next, by size. A key that was replaced may have leaked since. What it has signed is valid only if it is proved to be a part of the tree in the statement that replaced it.',
    }),
  })
  .meta({ id: 'LogKeyList' });

export const logEventListQuerySchema = z.strictObject({
  kind: z.enum(logEventKinds).exactOptional(),
  subject: textSchema({ min: 1, max: auditLimits.subjectLengthMax })
    .meta({
      description:
        'The id of what an event is about, such as a message, a hold, a person or a key: only its events.',
    })
    .exactOptional(),
  actor: textSchema({ min: 1, max: auditLimits.subjectLengthMax })
    .meta({ description: 'The id of a key or a person, or `operator`: only what they did.' })
    .exactOptional(),
  message: textSchema({ min: 1, max: auditLimits.subjectLengthMax })
    .meta({
      description:
        'The id of a message: only what concerns it since it was asked, also accesses by lists that showed it, legal holds over its thread or the tenant, and its expiry.',
    })
    .exactOptional(),
  purpose: purposeSchema.meta({ description: 'Only what was read for this purpose.' }).exactOptional(),
  incidents: flagSchema
    .meta({
      description:
        'If true, also the records of messages that were blocked or failed, as far as the caller may see them: their kind is `record`. Without effect if a kind, an actor, a purpose or only changes are asked for.',
    })
    .exactOptional(),
  changes: flagSchema
    .meta({
      description:
        'If true, only changes: of content packs, policies, calibrations, guarantees, golden questions and gates, of models, settings and releases, and of people, keys, tenants, retention, holds and webhook endpoints.',
    })
    .exactOptional(),
  occurred_from: dateTimeSchema.meta({ description: 'Only events at this time or later.' }).exactOptional(),
  occurred_before: dateTimeSchema.meta({ description: 'Only events before this time.' }).exactOptional(),
  ...pageParameters,
});

export const logEventSchema = z
  .strictObject({
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    kind: openEnum(
      [...logEventKinds, 'record'],
      'The kind of event. `record`: a message ended; only with `incidents`, and those that were blocked or failed.',
    ),
    subject: z.string().max(auditLimits.subjectLengthMax).meta({
      description:
        'The id of what the event is about: a message, a hold, a webhook endpoint, a session, a person, a key or a tenant, a revision (`revision-3`) or a proposal, or what a person changes, a content pack, a golden question or the version of what is installed. Empty if the event concerns all records of the tenant, or something that has no id yet.',
    }),
    action: z.string().min(1).meta({
      description:
        'What happened. For `erasure`: `erased`. For `expiry`: `content_expired` or `record_dropped`. For `hold`: `placed` or `lifted`. For `retention`: `set`. For `access`: `read`, `proved`, `exported` or `downloaded`. For `rekey`: `rewrapped`, or `log_key_replaced`. For `purposes`: `set`. For `sample`: `drawn`, `judged` or `signed_off`. For `webhook`: `created`, `changed`, `secret_rotated`, `disabled` or `deleted`. For `session`: `signed_in`, `signed_out`, `revoked` or `sign_in_failed`. For `user`: `created`, `changed`, `deleted`, `link_created`, `password_set`, `passkey_added` or `passkey_deleted`. For `key`: `created`, `rotated` or `revoked`. For `tenant`: `created`, `suspended` or `resumed`. For `action`, which a person who is signed in takes: `requested`. For `calibration`: `proposed`, `dropped`, `accepted`, `automatic`, `dismissed`, `reverted` or `reset`; of the guarantee on the band `high`: `drawn`, `in_force`, `lapsed` or `ended`. For `policy`: `set`, `reset`, or `in_use` of the built-in one. For `pack`: `published`, `rolled_back`, `unpublished`, `retired` or `deleted`. For `golden`: `accepted`, `suggested` or `removed`, and of the gate of a pack `gate_set` or `gate_removed`. For `models`, `settings` and `software`: `in_use`. More values may be added.',
    }),
    occurred_at: timeSchema,
    actor: actorSchema,
    reason: z
      .string()
      .max(auditLimits.reasonCodePointsMax * 2)
      .nullable()
      .meta({
        description:
          'Why, in the words of the author; null if they did not say, or if it was erased. The leaf commits to it.',
      }),
    details: z.record(z.string(), z.string()).meta({
      description:
        'Further details by name. For `expiry`: the `leaves` of the affected records. For `hold`: its `scope` and `target`. For `rekey` of the log key: the `previous_key` and the `next_key`. For `webhook`: what was `changed`, whether `content` is sent, the `status` that was set, or the `reason` why the service disabled it. If the actor is a person, `actor_name` is the name that they had. For `session`: the `method`. For `user`: the `name`, the `role`, the `status` that was set, and what else was `changed`. For `key`: its `name`, `scopes` and how many `groups`, or its `successor`. For `action`: the `operation`. For `calibration`: how many `labels` it is fitted on and how many are `right`, by how many `authors` and `keys`, and the `proposal`; of a guarantee: `wrong_max`, the `line`, how many `answers` it is shown by and how many are `wrong`, the `draw`, and the `cause` of its end. For `policy`: its `version`. For `pack`: the `version`, and how many `documents` and `pairs` it has. For `golden`: the `pack`, the `message` that a question came from, or the `tolerance` of a gate. For `models`: the hash of each embedded model, and each language model with a hash of its settings. For `settings`: those that shape answers. For `software`: its `version`. For `retention`: `content_days` and `record_days`, empty for never. For an export: `what` and the number of `records`, and over HTTP the id of the `export`. If a message was read for a guardrail trial, `what` is `guardrail_trial`. For an access: its `purpose`, if one was named. For `purposes`: whether one is `required`, and the title of each as `purpose_` with its id. For `sample`: the `method`, the `seed`, the `from`, `until` and further filters, the `size`, and how many records were `drawn` of what `population`; or the `message` and its `finding`; or how many records were `judged`.',
    }),
  })
  .meta({ id: 'LogEvent' });

/** Newest first. */
export const logEventPageSchema = pageSchema(logEventSchema, 'LogEventPage');

export type LogEventEntry = z.output<typeof logEventSchema>;
export type LogKeyList = z.output<typeof logKeyListSchema>;
export type LogConsistency = z.output<typeof consistencySchema>;

export const reasonErasureSchema = z
  .strictObject({ leaf_index: z.int().min(0).meta({ description: 'The position of the event.' }) })
  .meta({ id: 'EraseReasonRequest' });
