import { z } from 'zod';
import { openEnum } from '../fields/open-enum.ts';
import { answerMethods, confidenceCaps, confidenceFeatures } from '../values/enumerations.ts';

const shareSchema = z.number().min(0).max(1);

/** Features, and the other factors that move a score. */
const factorNames = [...confidenceFeatures, 'method', 'calibration', 'translated'] as const;

const factorSchema = z
  .strictObject({
    feature: openEnum(factorNames, 'The factor.'),
    description: z.string().min(1).meta({ description: 'The factor in one sentence.' }),
    effect: z.number().min(-1).max(1).meta({
      description: 'How much it raised (or, if negative, lowered) the probability, to four decimals.',
    }),
  })
  .meta({ id: 'ConfidenceFactor' });

const capSchema = z
  .strictObject({
    cause: openEnum(confidenceCaps, 'Why the score is capped.'),
    max: shareSchema.meta({ description: 'The cap, as set in the policy.' }),
    description: z.string().min(1).meta({ description: 'The cause in one sentence.' }),
  })
  .meta({ id: 'ConfidenceCap' });

/** How a score was computed. */
export const confidenceExplanationSchema = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .meta({ description: 'The name of the confidence model. It changes whenever the weights change.' }),
    calibration: z.int().min(1).nullable().meta({
      description: "The revision of the tenant's calibration; null if none was active.",
    }),
    method: openEnum(answerMethods, 'How the answer was produced.'),
    calibrated: shareSchema.meta({
      description: 'The calibrated probability that the answer is right, to four decimals, before caps.',
    }),
    factors: z.array(factorSchema).meta({ description: 'The factors, largest effect first.' }),
    caps: z
      .array(capSchema)
      .meta({ description: 'The caps that apply, whether or not the score was above them.' }),
    risk_level: shareSchema.meta({ description: 'Answers that score below this are withheld.' }),
    withheld: z.boolean(),
  })
  .meta({ id: 'ConfidenceExplanation' });

export type ConfidenceExplanation = z.output<typeof confidenceExplanationSchema>;
