import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { queryResponseObject } from '../query/query-response-fields.ts';
import { replayCauses, replayDifferences } from '../values/audit-enumerations.ts';

export const replayRequestSchema = z
  .strictObject({
    at: dateTimeSchema
      .meta({
        description:
          'The moment whose content versions and policy are asked. It must not be in the future. Default: those on record, as of the time of the question.',
      })
      .exactOptional(),
  })
  .meta({ id: 'ReplayRequest' });

const replaySideSchema = z
  .strictObject({
    as_of: timeSchema.meta({ description: 'Content that was valid at this time was used.' }),
    policy_version: z.string(),
    packs: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string().nullable().meta({ description: 'Null if it is not known any more.' }),
          version: z.int().min(1),
        }),
      )
      .meta({ description: 'The versions of content packs that were asked.' }),
    response: queryResponseObject
      .pick({
        answer: true,
        status: true,
        confidence: true,
        citations: true,
        source_type: true,
        generated: true,
        agent_context: true,
      })
      .meta({ id: 'ComparedAnswer', description: 'As in the response to a query.' }),
  })
  .meta({ id: 'ReplaySide' });

const comparedValueSchema = z.union([z.string(), z.number(), z.boolean()]).nullable();

const replayDifferenceSchema = z
  .strictObject({
    kind: openEnum(replayDifferences, 'What differs.'),
    part: z.string().nullable().meta({
      description:
        'Which part of it, such as `score` of `confidence`, how a `citation` changed, or the id of a `guardrail`.',
    }),
    title: z.string().nullable().meta({ description: 'Of the source or the guardrail that differs.' }),
    recorded: comparedValueSchema.meta({ description: 'As it is on record.' }),
    replayed: comparedValueSchema.meta({ description: 'As it was answered again.' }),
    causes: z
      .array(
        z.strictObject({
          kind: openEnum(replayCauses, 'What is known to have caused it.'),
          text: z.string().min(1),
        }),
      )
      .meta({ description: 'Nothing is guessed: empty if no cause is known.' }),
  })
  .meta({ id: 'ReplayDifference' });

export const replaySchema = z
  .strictObject({
    message_id: idSchema('msg'),
    question: z.string().meta({ description: 'As it is stored.' }),
    groups: z
      .array(z.string())
      .meta({ description: 'The groups on record that the caller may name: it was asked as their member.' }),
    same: z.boolean().meta({ description: 'Whether answer, status and citations are those on record.' }),
    recorded: replaySideSchema,
    replayed: replaySideSchema,
    differences: z.array(replayDifferenceSchema),
    notes: z
      .array(z.string().min(1))
      .meta({ description: 'What the record does not contain, or could not be had as it was.' }),
  })
  .meta({ id: 'Replay' });

export type ReplayEntry = z.output<typeof replaySchema>;
export type ReplaySideEntry = z.output<typeof replaySideSchema>;
