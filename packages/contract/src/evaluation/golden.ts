import { z } from 'zod';
import { contentLimits, groupsSchema } from '../content/content-fields.ts';
import { packParamsSchema } from '../content/pack.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';

export const goldenLimits = {
  /** Of a pack, suggested ones included. */
  questionsMax: 2_000,
  /** Of one request. */
  putMax: 200,
  sourcesMax: 20,
  factsMax: 20,
  alternativesMax: 20,
  factCodePointsMax: 1_000,
  noteCodePointsMax: 1_000,
  /** The minimum size of a golden set that gates a publication: with fewer questions, a single one weighs too much. */
  gateQuestionsMin: 10,
} as const;

const goldenStates = ['accepted', 'suggested'] as const;
const goldenOrigins = ['person', 'generated', 'feedback'] as const;

const sourceSchema = writtenTextSchema({ max: contentLimits.sourceCodePointsMax, lines: 'one' });
const factSchema = writtenTextSchema({ max: goldenLimits.factCodePointsMax, lines: 'many' });

const answerExpectationSchema = z
  .strictObject({
    kind: z.literal('answer'),
    sources: z.array(sourceSchema).max(goldenLimits.sourcesMax).default([]).meta({
      description:
        'Document paths or ids of curated pairs, one of which must be cited; if empty, any source is accepted.',
    }),
    facts: z
      .array(z.array(factSchema).min(1).max(goldenLimits.alternativesMax))
      .max(goldenLimits.factsMax)
      .default([])
      .meta({ description: 'Facts that a right answer states. For each fact, any one of its alternatives.' }),
    verdict: z
      .enum(['yes', 'no'])
      .nullable()
      .default(null)
      .meta({ description: 'For a yes/no question, how the answer must begin.' }),
  })
  .refine(({ sources, facts, verdict }) => sources.length + facts.length > 0 || verdict !== null, {
    error: 'Give a source, a fact or a verdict: without any of them every answer would be right',
  })
  .meta({
    not: { properties: { sources: { maxItems: 0 }, facts: { maxItems: 0 }, verdict: { const: null } } },
  });

const givenExpectationSchema = z
  .discriminatedUnion('kind', [
    answerExpectationSchema,
    z.strictObject({ kind: z.literal('not_covered') }).meta({
      description: 'The pack does not cover the question, and the service should say so.',
    }),
  ])
  .meta({ id: 'GoldenExpectationRequest', description: 'The expected answer.' });

/** As it is kept and shown. */
export const goldenExpectationSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('answer'),
      sources: z.array(z.string().min(1)).max(goldenLimits.sourcesMax),
      facts: z.array(z.array(z.string().min(1)).min(1)).max(goldenLimits.factsMax),
      verdict: openEnum(['yes', 'no'], 'How the answer must begin.').nullable(),
    }),
    z.strictObject({ kind: z.literal('not_covered') }),
  ])
  .meta({ id: 'GoldenExpectation', description: 'The expected answer.' });

const fields = {
  question: writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' }),
  expects: givenExpectationSchema,
  note: writtenTextSchema({ max: goldenLimits.noteCodePointsMax, lines: 'many', min: 0 })
    .default('')
    .meta({ description: 'A note for people.' }),
  groups: groupsSchema.default([]).meta({ description: 'The groups to ask the question as a member of.' }),
};

/** The whole question: putting one replaces every field, and what is left out gets its default. */
export const goldenRequestSchema = z.strictObject(fields).meta({ id: 'GoldenQuestionRequest' });

/** What a file of golden questions holds of each, and what is sent of many at once. */
const goldenGivenSchema = z
  .strictObject({
    id: idSchema('gld').exactOptional().meta({
      description:
        'The id of the question to replace. Default: the one with the same question and groups, otherwise a new one.',
    }),
    ...fields,
  })
  .meta({ id: 'GoldenQuestionUpsertRequest' });

/** Many at once, and a file of them: the same shape goes in and comes out. */
export const goldenPutRequestSchema = z
  .strictObject({ questions: z.array(goldenGivenSchema).min(1).max(goldenLimits.putMax) })
  .meta({ id: 'GoldenQuestionsRequest' });

const fileFormat = 'avow-golden/1';

/** A file as it may be given: what is left out gets its default. */
export const goldenFileSchema = z.strictObject({
  format: z.literal(fileFormat),
  questions: z.array(goldenGivenSchema).max(goldenLimits.questionsMax),
});

export const goldenQuestionSchema = z
  .strictObject({
    id: idSchema('gld'),
    question: z.string().min(1),
    expects: goldenExpectationSchema,
    state: openEnum(goldenStates, 'Suggested questions do not count until they are accepted.'),
    origin: openEnum(goldenOrigins, 'Where the question comes from.'),
    message_id: idSchema('msg').nullable().meta({ description: 'The message that the question comes from.' }),
    note: z.string(),
    groups: z.array(z.string()),
    updated_at: timeSchema,
  })
  .meta({ id: 'GoldenQuestion' });

/** A file as exports write it: with every field. */
export const goldenExportSchema = z
  .strictObject({
    format: z.literal(fileFormat),
    questions: z
      .array(goldenQuestionSchema.pick({ id: true, question: true, expects: true, note: true, groups: true }))
      .max(goldenLimits.questionsMax),
  })
  .meta({ id: 'GoldenFile' });

export const goldenPageSchema = pageSchema(goldenQuestionSchema, 'GoldenQuestionPage');

export const goldenListQuerySchema = z.strictObject({
  ...pageParameters,
  state: z.enum(goldenStates).exactOptional().meta({ description: 'Only questions in this state.' }),
});

export const goldenParamsSchema = packParamsSchema.extend({
  golden_id: z.string().min(1).meta({ description: 'The id of the golden question.' }),
});

export const goldenPutSchema = z
  .strictObject({ questions: z.array(goldenQuestionSchema).max(goldenLimits.putMax) })
  .meta({ id: 'GoldenQuestions' });

export const goldenSuggestRequestSchema = z
  .strictObject({
    count: z
      .int()
      .min(1)
      .max(goldenLimits.putMax)
      .default(40)
      .meta({ description: 'The maximum number of suggestions.' }),
  })
  .meta({ id: 'GoldenSuggestionsRequest' });

const gateFields = {
  tolerance_share: z.number().min(0).max(1).meta({
    description: 'How much the share of right outcomes may drop; 0.02 is two questions in a hundred.',
  }),
};

export const publishGateRequestSchema = z.strictObject(gateFields).meta({ id: 'PublishGateRequest' });
export const publishGateSchema = z.strictObject(gateFields).meta({ id: 'PublishGate' });

export type GoldenGiven = z.output<typeof goldenGivenSchema>;
export type GoldenRequest = z.output<typeof goldenRequestSchema>;
export type GoldenEntry = z.output<typeof goldenQuestionSchema>;
export type GoldenFile = z.output<typeof goldenExportSchema>;
