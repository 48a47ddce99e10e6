import { z } from 'zod';
import { openEnum } from '../fields/open-enum.ts';
import { estimateSchema, evaluationReportSchema, evaluationResultSchema } from './evaluation-report.ts';

const subjectSchema = evaluationReportSchema.pick({
  id: true,
  content_pack: true,
  subject: true,
  conditions: true,
  status: true,
});

/** Figures that runs are compared by, each a mean over questions, or the arithmetic of all. */
export const comparedFigures = [
  'accuracy',
  'right_of_answerable',
  'refused_of_not_covered',
  'refused_of_answerable',
  'sources_cited',
  'grounded',
  'expected_calibration_error',
  'brier',
  'risk_area',
  'median_time_ms',
  'cost',
] as const;
export type ComparedFigure = (typeof comparedFigures)[number];

/** Two runs, question by question. Only questions that both have asked, with the same expectation, count. */
export const evaluationComparisonSchema = z
  .strictObject({
    base: subjectSchema,
    other: subjectSchema,
    shared_count: z.int().min(0).meta({ description: 'Questions in both runs.' }),
    only_base_count: z.int().min(0),
    only_other_count: z.int().min(0),
    differing: z.array(z.string()).meta({
      description: 'What else differed between the runs, in words. It may explain the difference.',
    }),
    figures: z.array(
      z.strictObject({
        figure: openEnum(comparedFigures, 'The figure.'),
        unit: openEnum(['share', 'error', 'ms', 'currency'], 'The unit.'),
        better: openEnum(['higher', 'lower'], 'Whether higher or lower is better.'),
        currency: z.string().nullable(),
        base: z.number(),
        other: z.number(),
        difference: estimateSchema.meta({
          description: '`other` minus `base`, with a 95 % interval by paired bootstrap.',
        }),
      }),
    ),
    changed: z.array(
      z.strictObject({
        change: openEnum(
          ['better', 'worse', 'other'],
          'How the outcome changed; `other` means neither better nor worse.',
        ),
        base: evaluationResultSchema,
        other: evaluationResultSchema,
      }),
    ),
  })
  .meta({ id: 'EvaluationComparison' });

export type EvaluationComparison = z.output<typeof evaluationComparisonSchema>;
