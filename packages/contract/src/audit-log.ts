import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { auditLimits } from './audit-limits.ts';
import { proofHashesSchema } from './audit-proof.ts';
import { textSchema } from './code-points.ts';
import { deedKinds } from './enumerations.ts';
import { hashSchema } from './hash.ts';
import { openEnum } from './open-enum.ts';
import { pageParameters, pageSchema } from './page.ts';
import { sizeSchema } from './query-parameters.ts';
import { timeSchema } from './time.ts';

/** Not checked for form: what is no tile is not found. */
export const logTileParamsSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .meta({
      description:
        'What stands behind `tile/` in C2SP’s names of tiles, slashes and all: they are not to be escaped.',
      examples: ['0/x001/x234/067', '0/005.p/112', 'entries/005'],
    }),
});

export const consistencyQuerySchema = z
  .strictObject({
    from: sizeSchema.meta({ description: 'The size of the older checkpoint.' }),
    to: sizeSchema
      .meta({ description: 'The size of the newer checkpoint; the newest where left out.' })
      .exactOptional(),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    path: ['to'],
    error: 'Expected no less than from',
  });

const treeSchema = z.strictObject({ size: z.int().min(0), root: hashSchema }).meta({ id: 'LogTree' });

export const consistencySchema = z
  .strictObject({
    from: treeSchema,
    to: treeSchema,
    proof: proofHashesSchema.meta({
      description: 'That the newer tree begins with exactly the leaves of the older (RFC 6962).',
    }),
  })
  .refine(({ from, to }) => from.size <= to.size, { path: ['to'], error: 'Not smaller than from' })
  .meta({ id: 'LogConsistency' });

export const deedListQuerySchema = z.strictObject({
  kind: z.enum(deedKinds).exactOptional(),
  subject: textSchema({ min: 1, max: auditLimits.subjectLengthMax })
    .meta({ description: 'The id of a message or of a hold: only what was done with it.' })
    .exactOptional(),
  ...pageParameters,
});

const deedSchema = z
  .strictObject({
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    kind: openEnum(deedKinds, 'What was done.'),
    subject: z.string().max(auditLimits.subjectLengthMax).meta({
      description: 'The id of a message or a hold; empty: the records of the tenant as a whole.',
    }),
    state: z.string().min(1).meta({
      description:
        'Of an erasure `erased`; of an expiry `content_expired` or `record_dropped`; of a hold `placed` or `lifted`; of a retention `set`; of an access `read`, `proved` or `exported`; of a rekey `rewrapped`. More values may be added.',
    }),
    at: timeSchema,
    actor: actorSchema,
    details: z.record(z.string(), z.string()).meta({
      description:
        'By name. Of an expiry the `leaves` of the records concerned; of a hold its `scope` and `target`; of a retention `content_days` and `record_days`, empty for never; of an export `what` and how many `records`; where a message was read to try guardrails on it, `what` is `guardrail_trial`.',
    }),
  })
  .meta({ id: 'Deed' });

/** Newest first. */
export const deedPageSchema = pageSchema(deedSchema, 'DeedPage');

export type DeedEntry = z.output<typeof deedSchema>;
export type LogConsistency = z.output<typeof consistencySchema>;
