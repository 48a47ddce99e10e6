import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import {
  countedFields,
  countSchema,
  insightLimits,
  periodFields,
  shareSchema,
} from '../insights/insight-period.ts';
import { sourceTypes } from '../values/enumerations.ts';

export const qnaPreviewLimits = {
  /** Past questions that are compared, newest first. */
  questionsMax: insightLimits.questionsMax,
  /** Questions that are listed, of each kind. */
  examplesMax: 20,
} as const;

export const qnaPreviewQuerySchema = z.strictObject({
  ...periodFields,
  qna_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'The pair that would be replaced. It does not compete with its replacement.' })
    .exactOptional(),
});

const scoreSchema = shareSchema.meta({ description: 'How likely the pair is right for it.' });

const comparedFields = {
  compared: countSchema.meta({ description: 'Questions that were compared with the pair.' }),
  pending_embeddings: countSchema.meta({
    description:
      'Questions that are not embedded yet and were not compared. Request the preview again later.',
  }),
  captured: countSchema.meta({ description: 'Questions that the pair would answer.' }),
};

/** What a pair would answer if it were published beside what is served. */
export const qnaPreviewSchema = z
  .strictObject({
    ...countedFields,
    compared_by: openEnum(['semantic', 'keyword'], 'Whether embeddings or keywords were compared.'),
    messages: z
      .strictObject({
        ...comparedFields,
        omitted: countSchema.meta({
          description: `Older questions beyond the newest ${qnaPreviewLimits.questionsMax}, and questions whose text is no longer stored.`,
        }),
        data: z
          .array(
            z
              .strictObject({
                question: z.string().min(1).meta({ description: 'As stored.' }),
                count: z.int().min(1).meta({ description: 'How often it was asked.' }),
                last_message_id: idSchema('msg'),
                last_asked_at: timeSchema,
                score: scoreSchema,
                answered_from: openEnum(sourceTypes, 'What answered it the last time.'),
                answered_score: shareSchema.meta({
                  description: 'The score of that answer; 0 if none was given.',
                }),
              })
              .meta({ id: 'QnaPreviewMessage' }),
          )
          .max(qnaPreviewLimits.examplesMax)
          .meta({ description: 'Most frequent first.' }),
      })
      .meta({ description: 'Past questions of the tenant. Counts are of messages.' }),
    golden: z
      .strictObject({
        ...comparedFields,
        data: z
          .array(
            z
              .strictObject({ golden_id: idSchema('gld'), question: z.string().min(1), score: scoreSchema })
              .meta({ id: 'QnaPreviewGoldenQuestion' }),
          )
          .max(qnaPreviewLimits.examplesMax)
          .meta({ description: 'Highest score first.' }),
      })
      .meta({ description: 'Accepted golden questions of the pack. Its documents may still win.' }),
  })
  .meta({ id: 'QnaPreview' });

export type QnaPreview = z.output<typeof qnaPreviewSchema>;
