import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { languageSchema } from '../fields/language.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import { receiptSchema } from '../records/receipt.ts';
import {
  answerFormats,
  bands,
  citationUses,
  generatedKinds,
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
  statedBlockedReasons,
} from '../values/enumerations.ts';

const offsetSchema = z.int().min(0);
const sourceTypeSchema = openEnum(sourceTypes, 'Where the answer came from.');

/** The mark of an automatic answer, wherever one is on the wire. */
export const generatedSchema = openEnum(
  generatedKinds,
  'The mark of an automatic answer: `written` if a language model wrote it, `quoted` if it is the words of the sources, `curated` if it is those of a curated pair.',
)
  .nullable()
  .meta({ description: 'How the words of the answer came about; null if there is no answer.' });

const guaranteeSchema = z
  .strictObject({
    wrong_max: z.number().min(0).max(1).meta({
      description: 'At most this share of the answers in the band `high` is wrong.',
    }),
    level: z.number().min(0).max(1).meta({ description: 'The confidence with which that holds.' }),
    answers: z.int().min(1).meta({ description: 'How many checked answers it is shown by.' }),
    since: timeSchema.meta({ description: 'When it was put in force.' }),
  })
  .meta({ id: 'ConfidenceGuarantee' });

const confidenceSchema = z
  .strictObject({
    score: z.number().min(0).max(1).meta({
      description: 'The calibrated probability that the answer is right and supported, to four decimals.',
    }),
    band: openEnum(bands, 'The band of the score; `none` if there is no answer.'),
    tool_confidence_score: z.number().meta({
      description:
        'The raw score of the tool that produced the answer, before calibration and caps; 0 if there is no answer.',
    }),
    guarantee: guaranteeSchema.nullable().meta({
      description:
        'What was guaranteed of the band `high` when the answer was scored. It says nothing of answers in other bands. Null if there was none, or no answer.',
    }),
  })
  .meta({ id: 'Confidence' });

export const guardrailResultSchema = z
  .strictObject({
    guardrail_id: idSchema('grd'),
    name: z.string().min(1),
    category: openEnum(guardrailCategories, 'What the guardrail protects.'),
    compliant: z.boolean().meta({ description: 'Never true if the check did not run.' }),
    reasoning: z
      .string()
      .min(1)
      .meta({ description: 'One sentence of explanation, without sensitive content.' }),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    action: openEnum(guardrailActions, 'What was done about the finding.'),
    status: openEnum(guardrailStatuses, 'Whether the check ran.'),
    score: z.number().min(0).max(1),
    mode: openEnum(guardrailModes, 'Whether findings are acted on.'),
  })
  .meta({ id: 'GuardrailResult' });

export const citationSchema = z
  .strictObject({
    source: z.string(),
    title: z.string(),
    document_id: z
      .union([idSchema('doc'), idSchema('qna')])
      .meta({ description: 'The document, or the curated pair whose answer was used.' }),
    content_pack_id: idSchema('pack'),
    score: z.number().meta({
      description: 'How well the quote answers the question or supports the text, to four decimals.',
    }),
    quote: z.string().nullable().meta({ description: 'The exact stored text; null if redacted.' }),
    start: offsetSchema
      .nullable()
      .meta({ description: 'The code point offset of the start of the quote in the stored text.' }),
    end: offsetSchema
      .nullable()
      .meta({ description: 'The code point offset of the end of the quote (exclusive) in the stored text.' }),
    answer_start: offsetSchema.meta({
      description: 'The code point offset of the start of the supported part of the answer.',
    }),
    answer_end: offsetSchema.meta({
      description: 'The code point offset of the end (exclusive) of the supported part of the answer.',
    }),
    url: z.string().nullable(),
    use: openEnum(
      citationUses,
      'How the quote is used: `supports` if the cited part of the answer was written by a model and rests on it, `quotes` if that part is the quote itself.',
    ),
  })
  .meta({ id: 'Citation' });

export const relatedMax = 3;

const relatedSchema = z
  .strictObject({
    source: z.string(),
    title: z.string(),
    headings: z.string().meta({
      description:
        'The headings above the passage, outermost first, joined by ` › `; empty if there are none.',
    }),
    document_id: idSchema('doc'),
    content_pack_id: idSchema('pack'),
    score: z.number().min(0).max(1).meta({
      description: 'How near the passage is to the question, to four decimals. Not a confidence.',
    }),
    quote: z.string().min(1).nullable().meta({
      description:
        'Some words of the passage, exactly as stored; null if an answer was withheld for its score, whose words are not shown.',
    }),
    start: offsetSchema
      .nullable()
      .meta({ description: 'The code point offset of the start of the quote in the stored text.' }),
    end: offsetSchema
      .nullable()
      .meta({ description: 'The code point offset of the end of the quote (exclusive) in the stored text.' }),
    url: z.string().nullable(),
  })
  .meta({ id: 'RelatedPassage' });

function modelNamesSchema(step: string) {
  return z
    .string()
    .min(1)
    .meta({
      description: `The models that ${step}, the embedded ones included, separated by a comma and a space; \`none\` if no model did.`,
    });
}

const modelInfoSchema = z
  .strictObject({
    refinement_model: modelNamesSchema('rewrote or translated the question'),
    summarization_model: modelNamesSchema('read the passages or wrote the answer'),
    guardrail_model: modelNamesSchema('judged the prompt, the passages or the answer'),
  })
  .meta({ id: 'ModelInfo' });

const processingSchema = z
  .strictObject({
    time_ms: z.number().min(0),
    model_tier: z.int().min(0).max(3).meta({
      description:
        "0 for the embedded models only, 1 for the operator's first choice, 2 and 3 for its fallbacks.",
    }),
    degraded_mode: z.boolean(),
    embedded_share: z.number().min(0).max(1).nullable().meta({
      description:
        'The share of the passages searched that are embedded for semantic search, rounded down to two decimals. Below 1 while content that was just published is being embedded; `degraded_mode` is then true. Null if documents were not searched, or semantic search is off.',
    }),
    routing_source: openEnum(routingSources, 'What decided the path of the query.'),
  })
  .meta({ id: 'Processing' });

const agentContextSchema = z
  .strictObject({
    suggested_next_action: openEnum(nextActions, 'What an automated client should do next.'),
    answer_format: openEnum(answerFormats, 'The format of the answer.'),
    blocked_reason: openEnum(
      statedBlockedReasons,
      'Why the message was blocked; `none` if it was not blocked.',
    ),
    no_answer_cause: openEnum(
      noAnswerCauses,
      'Why no answer was given, if no guardrail blocked it.',
    ).nullable(),
    clarifying_question: z.string().min(1).nullable().meta({
      description: 'A question to ask the end user if the query is ambiguous; null otherwise.',
    }),
    knowledge_grounded: z.boolean(),
    source_type: sourceTypeSchema,
    question_language: languageSchema.nullable().meta({
      description:
        'The language to answer in, as a BCP 47 tag: as requested, otherwise as detected from the question; null if unknown.',
    }),
    answer_language: languageSchema.nullable().meta({
      description:
        'The language of the answer, as a BCP 47 tag; null if unknown or if there is no answer. Differs from `question_language` if the answer could not be given in that language.',
    }),
  })
  .meta({ id: 'AgentContext' });

/** The fields of a response, without the rules between them. */
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
  related: z.array(relatedSchema).max(relatedMax).meta({
    description:
      'If no answer was found: the passages nearest to the question, as the search ranks them. They do not answer it. Empty if nothing was near enough.',
  }),
  source_type: sourceTypeSchema,
  generated: generatedSchema,
  audit_ref: idSchema('aud'),
  model_info: modelInfoSchema,
  processing: processingSchema,
  agent_context: agentContextSchema,
  receipt: receiptSchema.nullable().meta({
    description:
      'What proves this answer without the service. Null while no signed checkpoint covers its record, and so always in the response to the question itself, whose exact text the record commits to: read the message some seconds later, or its receipt.',
  }),
});

export type GuardrailResult = z.output<typeof guardrailResultSchema>;
export type RelatedPassage = z.output<typeof relatedSchema>;
export type Citation = z.output<typeof citationSchema>;
export type QueryResponse = z.output<typeof queryResponseObject>;
