import { z } from 'zod';
import { purposeSchema } from '../api/headers.ts';
import { somebodySchema } from '../fields/actor.ts';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { calendarDaySchema, dateTimeSchema, timeSchema } from '../fields/time.ts';
import { queryRequestLimits } from '../query/query-request.ts';
import { evidenceFrameworks } from '../values/audit-enumerations.ts';
import { bands, exportSelections, exportStatuses, messageStatuses } from '../values/enumerations.ts';

export const auditExportLimits = {
  /** Exports of a tenant that can be downloaded. */
  readyMax: 4,
  /** For how long a complete export can be downloaded. */
  keptMinutes: 60,
  /** The size of the file of one export. */
  bytesMax: 8 * 1024 ** 3,
  /** The size of the file of a pack of evidence, which archives without extensions cannot exceed. */
  evidenceBytesMax: 4 * 1024 ** 3 - 1,
  /** The period of a pack of evidence. */
  evidenceDaysMax: 3_660,
} as const;

/** Not validated: a malformed id is not found, like an unknown one. */
export const auditExportParamsSchema = z.strictObject({
  export_id: z.string().min(1).meta({ description: 'The id of the export.' }),
});

export const auditExportFileQuerySchema = z.strictObject({
  purpose: purposeSchema
    .meta({
      description:
        'The same as `Avow-Purpose`, for clients that cannot set headers. The header takes precedence.',
    })
    .exactOptional(),
});

export const auditExportRequestSchema = z
  .strictObject({
    from: dateTimeSchema.meta({ description: 'Questions asked at this time or later.' }).exactOptional(),
    until: dateTimeSchema.meta({ description: 'Questions asked before this time.' }).exactOptional(),
    thread_id: idSchema('thr').meta({ description: 'Records of this thread.' }).exactOptional(),
    end_user_id: textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax })
      .meta({ description: 'Records of this end user.' })
      .exactOptional(),
    status: z
      .enum(messageStatuses)
      .meta({ description: 'Records with this status. A message that has not ended has no record yet.' })
      .exactOptional(),
    band: z.enum(bands).meta({ description: 'Records with this confidence band.' }).exactOptional(),
    tripwire_triggered: z
      .boolean()
      .meta({ description: 'Records of messages that an enforced guardrail stopped, or all others.' })
      .exactOptional(),
  })
  .superRefine(({ from, until }, context) => {
    if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until))
      context.addIssue({ code: 'custom', path: ['until'], message: 'Must be later than from' });
  })
  .meta({
    id: 'AuditExportRequest',
    description: 'Records that fulfil all criteria that are given; without any, all records.',
  });

const dayMs = 86_400_000;
const { evidenceDaysMax } = auditExportLimits;

export const evidenceRequestSchema = z
  .strictObject({
    from: calendarDaySchema.meta({ description: 'The first day of the period, in UTC.' }),
    to: calendarDaySchema.meta({
      description: `The last day of the period, in UTC. A period has at most ${evidenceDaysMax} days.`,
    }),
    frameworks: z
      .array(z.enum(evidenceFrameworks))
      .max(evidenceFrameworks.length)
      .refine((names) => new Set(names).size === names.length, { error: 'Must have each id once' })
      .meta({ description: 'The mappings to include. Default: all of them.' })
      .exactOptional(),
    records: z
      .boolean()
      .meta({
        description:
          'Whether the bundle of the records is included, in clear text. Default: true. Without it the pack has no question and no answer.',
      })
      .exactOptional(),
  })
  .superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    const message =
      days < 1 ? 'Must be greater than or equal to from' : `A period has at most ${evidenceDaysMax} days`;
    if (days < 1 || days > evidenceDaysMax) context.addIssue({ code: 'custom', path: ['to'], message });
  })
  .meta({ id: 'EvidenceRequest', description: 'The evidence of a period.' });

const countSchema = z.int().min(0);

/** Records of a tenant on their way into a bundle that anyone can check, or ready to be downloaded. */
export const auditExportSchema = z
  .strictObject({
    export_id: idSchema('exp'),
    status: openEnum(
      exportStatuses,
      '`ready`: it can be downloaded. `withdrawn`: content of the tenant was erased since, so that the file is deleted; export again.',
    ),
    selection: openEnum(
      exportSelections,
      'What the records were selected by. `filter`: by a status, a band or a tripwire, or by several criteria. `evidence`: it is a pack of evidence, a zip archive.',
    ),
    progress: z
      .strictObject({ done: countSchema, total: countSchema })
      .meta({ description: 'Entries of the log that have been examined, of how many.' }),
    records: countSchema
      .nullable()
      .meta({ description: 'Null until it is ready, and of evidence without records.' }),
    events: countSchema
      .nullable()
      .meta({ description: 'Null until it is ready, and of evidence without records.' }),
    checkpoint_size: countSchema
      .nullable()
      .meta({ description: 'The size of the checkpoint in the bundle; null if there is no bundle.' }),
    log_verified: z.boolean().nullable().meta({
      description:
        'Of evidence that is ready: whether the log and the records verified when it was written; what did not is in the pack. Otherwise null.',
    }),
    bytes: countSchema.nullable().meta({ description: 'The size of the file; null until it is ready.' }),
    created_at: timeSchema,
    created_by: somebodySchema,
    ended_at: timeSchema.nullable(),
    expires_at: timeSchema
      .nullable()
      .meta({ description: 'When the export is deleted; null while it runs.' }),
    failure: z.string().nullable().meta({ description: 'Why it failed; null unless it did.' }),
  })
  .meta({ id: 'AuditExport' });

/** Newest first. */
export const auditExportListSchema = z
  .strictObject({ data: z.array(auditExportSchema) })
  .meta({ id: 'AuditExportList' });

export type AuditExportEntry = z.output<typeof auditExportSchema>;
export type AuditExportRequest = z.output<typeof auditExportRequestSchema>;
export type EvidenceRequest = z.output<typeof evidenceRequestSchema>;
