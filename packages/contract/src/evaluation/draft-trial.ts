import { z } from 'zod';
import { groupsSchema } from '../content/content-fields.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { queryResponseObject } from '../query/query-response-fields.ts';

const trialLimits = { questionCodePointsMax: 4_000 } as const;

export const draftTrialRequestSchema = z
  .strictObject({
    question: writtenTextSchema({ max: trialLimits.questionCodePointsMax, lines: 'many' }),
    groups: groupsSchema
      .meta({ description: 'The groups to ask as a member of. If empty, only unrestricted content is used.' })
      .default([]),
  })
  .meta({ id: 'DraftTrialRequest' });

const trialAnswerSchema = queryResponseObject
  .pick({
    answer: true,
    status: true,
    confidence: true,
    citations: true,
    related: true,
    source_type: true,
    agent_context: true,
  })
  .meta({ id: 'DraftTrialAnswer', description: 'As in the response to a query. It is not on record.' });

const trialSideSchema = z
  .strictObject({
    version: z
      .int()
      .min(1)
      .meta({ description: 'The version that was asked, or that the draft would be published as.' }),
    response: trialAnswerSchema.nullable().meta({ description: 'Null if the question could not be asked.' }),
    problem: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'The code of the problem that kept the question from being asked.' }),
  })
  .refine(({ response, problem }) => (response === null) !== (problem === null), {
    path: ['problem'],
    error: 'Must be given if and only if there is no response',
  })
  .meta({ id: 'DraftTrialSide' });

export const draftTrialSchema = z
  .strictObject({
    draft: trialSideSchema,
    published: trialSideSchema
      .nullable()
      .meta({ description: 'The same question to the published version; null if none is published.' }),
  })
  .meta({ id: 'DraftTrial' });

export type DraftTrial = z.output<typeof draftTrialSchema>;
export type DraftTrialSide = z.output<typeof trialSideSchema>;
