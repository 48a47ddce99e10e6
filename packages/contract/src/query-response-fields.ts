import { z } from 'zod';
import {
  answerFormats,
  bands,
  blockedReasons,
  guardrailActions,
  guardrailCategories,
  guardrailModes,
  guardrailStages,
  guardrailStatuses,
  messageStatuses,
  nextActions,
  noAnswerCauses,
  routingSources,
  sourceTypes,
} from './enumerations.ts';
import { idSchema } from './ids.ts';
import { languageSchema } from './language.ts';
import { openEnum } from './open-enum.ts';
import { timeSchema } from './time.ts';

const offsetSchema = z.int().min(0);
const sourceTypeSchema = openEnum(sourceTypes, 'Where the answer came from.');

const confidenceSchema = z
  .strictObject({
    score: z.number().min(0).max(1).meta({
      description: 'The calibrated probability that the answer is right and supported, to four decimals.',
    }),
    band: openEnum(bands, 'The score in words; `none` where there is no answer.'),
    tool_confidence_score: z
      .number()
      .nullable()
      .meta({ description: 'The raw score of whatever found the answer, before calibration.' }),
  })
  .meta({ id: 'Confidence' });

export const guardrailResultSchema = z
  .strictObject({
    guardrail_id: idSchema('grd'),
    name: z.string().min(1),
    category: openEnum(guardrailCategories, 'What the guardrail protects.'),
    compliant: z.boolean().meta({ description: 'Never true for a check that did not run.' }),
    reasoning: z.string().min(1).meta({ description: 'One sentence that repeats nothing sensitive.' }),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    action: openEnum(guardrailActions, 'What was done about what it found.'),
    status: openEnum(guardrailStatuses, 'Whether the check ran.'),
    score: z.number().min(0).max(1),
    mode: openEnum(guardrailModes, 'Whether something is done about what it finds.'),
  })
  .meta({ id: 'GuardrailResult' });

export const citationSchema = z
  .strictObject({
    source: z.string(),
    title: z.string(),
    document_id: z
      .union([idSchema('doc'), idSchema('qna')])
      .meta({ description: 'A document, or the curated pair whose answer was used.' }),
    content_pack_id: idSchema('pack').nullable(),
    score: z.number(),
    quote: z.string().nullable().meta({ description: 'The exact stored words; null where redacted.' }),
    start: offsetSchema
      .nullable()
      .meta({ description: 'Code point where the quote starts in the stored text.' }),
    end: offsetSchema.nullable().meta({ description: 'Code point just after the quote in the stored text.' }),
    answer_start: offsetSchema.meta({
      description: 'Code point where the supported part of the answer starts.',
    }),
    answer_end: offsetSchema.meta({ description: 'Code point just after the supported part of the answer.' }),
    url: z.string().nullable(),
  })
  .meta({ id: 'Citation' });

const modelNameSchema = z.string().min(1).nullable().meta({ description: 'Null: that step used no model.' });

const modelInfoSchema = z
  .strictObject({
    refinement_model: modelNameSchema,
    summarization_model: modelNameSchema,
    guardrail_model: modelNameSchema,
  })
  .meta({ id: 'ModelInfo' });

const processingSchema = z
  .strictObject({
    time_ms: z.number().min(0),
    model_tier: z.int().min(0).max(3).meta({
      description: "0: the embedded models alone; 1: the operator's first choice; 2 and 3: its fallbacks.",
    }),
    degraded_mode: z.boolean(),
    routing_source: openEnum(routingSources, 'What decided the path of the query.'),
  })
  .meta({ id: 'Processing' });

const agentContextSchema = z
  .strictObject({
    suggested_next_action: openEnum(nextActions, 'What an automated client should do next.'),
    answer_format: openEnum(answerFormats, 'How the answer is written.'),
    blocked_reason: openEnum(blockedReasons, 'Why there is no answer.').nullable(),
    no_answer_cause: openEnum(
      noAnswerCauses,
      'Why no answer was given, where no guardrail stopped it.',
    ).nullable(),
    clarifying_question: z.string().min(1).nullable().meta({
      description: 'What to ask whoever asked, where that decides which answer they want; null: nothing.',
    }),
    knowledge_grounded: z.boolean(),
    source_type: sourceTypeSchema,
    question_language: languageSchema.nullable().meta({
      description:
        'The language to answer in, as a BCP 47 tag: as asked for, else as told from the question; null: not known.',
    }),
    answer_language: languageSchema.nullable().meta({
      description:
        'The language of the answer, as a BCP 47 tag; null: not known, or no answer. Differs from `question_language` where the answer could not be given in that.',
    }),
  })
  .meta({ id: 'AgentContext' });

/** The fields of a response, before the rules between them. */
export const queryResponseObject = z.strictObject({
  request_id: idSchema('req'),
  message_id: idSchema('msg'),
  created_at: timeSchema.meta({ description: 'When the query was admitted.' }),
  answer: z.string().meta({ description: 'Empty while there is no answer.' }),
  thread_id: idSchema('thr'),
  status: openEnum(messageStatuses, 'The state of the message.'),
  confidence: confidenceSchema,
  guardrails: z.array(guardrailResultSchema),
  citations: z.array(citationSchema),
  source_type: sourceTypeSchema,
  audit_ref: idSchema('aud'),
  model_info: modelInfoSchema,
  processing: processingSchema,
  agent_context: agentContextSchema,
});

export type GuardrailResult = z.output<typeof guardrailResultSchema>;
export type Citation = z.output<typeof citationSchema>;
export type QueryResponse = z.output<typeof queryResponseObject>;
