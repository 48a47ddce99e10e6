import { z } from 'zod';
import { answerWays, confidenceCaps, confidenceFeatures } from './enumerations.ts';
import { openEnum } from './open-enum.ts';

const shareSchema = z.number().min(0).max(1);

/** What moves a score besides what was measured. */
const factorNames = [...confidenceFeatures, 'way', 'calibration', 'translated'] as const;

const factorSchema = z
  .strictObject({
    feature: openEnum(factorNames, 'What moved the score.'),
    words: z.string().min(1).meta({ description: 'The same in one sentence.' }),
    effect: z.number().min(-1).max(1).meta({
      description: 'By how much it moved the probability, to four decimals: up, or down where negative.',
    }),
  })
  .meta({ id: 'ConfidenceFactor' });

const capSchema = z
  .strictObject({
    cause: openEnum(confidenceCaps, 'Why the score cannot be higher.'),
    max: shareSchema.meta({ description: 'As the policy says.' }),
    words: z.string().min(1).meta({ description: 'The same in one sentence.' }),
  })
  .meta({ id: 'ConfidenceCap' });

/** How a score came about. */
export const confidenceExplanationSchema = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .meta({ description: 'The model that scored. Its name changes with its weights.' }),
    calibration: z.int().min(1).nullable().meta({
      description: "The revision of the tenant's own calibration; null: none was in force.",
    }),
    way: openEnum(answerWays, 'How the answer was found.'),
    calibrated: shareSchema.meta({
      description: 'The probability that the answer is right, to four decimals, before what holds it down.',
    }),
    factors: z.array(factorSchema).meta({ description: 'What moved it, most first.' }),
    caps: z.array(capSchema).meta({ description: 'What holds it down, whether or not it was above that.' }),
    risk_level: shareSchema.meta({ description: 'An answer whose score is below this is withheld.' }),
    withheld: z.boolean(),
  })
  .meta({ id: 'ConfidenceExplanation' });

export type ConfidenceExplanation = z.output<typeof confidenceExplanationSchema>;
