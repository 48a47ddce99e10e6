import { readFileSync } from 'node:fs';
import { type EvidenceFramework, evidenceFrameworks } from '@avow/contract/records';
import { z } from 'zod';

export const frameworkNames = evidenceFrameworks;
export type FrameworkName = EvidenceFramework;

const conditionSchema = z
  .strictObject({
    figure: z.string(),
    /** One of these. `min_share`: of a share. `min_or_none`: days of which there may be no end. */
    is: z.boolean().exactOptional(),
    min: z.number().exactOptional(),
    min_share: z.number().min(0).max(1).exactOptional(),
    min_or_none: z.number().exactOptional(),
    /** What is missing if it does not hold, and how to change that. */
    missing: z.string().min(1),
  })
  .refine((given) => Object.keys(given).length === 3, { error: 'Give exactly one condition' });

const controlSchema = z.strictObject({
  /** As the framework numbers it. */
  id: z.string().min(1),
  /** In our own words. */
  asks: z.string().min(1),
  /** What of the product contributes to it. */
  feature: z.string().min(1),
  /** The page of the guide about that. */
  guide: z.string().regex(/^[a-z-]+\.md$/),
  /** Keys of figures that show it. */
  figures: z.array(z.string()),
  holds: z.array(conditionSchema),
  /** What people have to do beside. */
  remains: z.string().min(1),
});

const frameworkSchema = z.strictObject({
  framework: z.enum(frameworkNames),
  name: z.string().min(1),
  source: z.string().min(1),
  note: z.string().min(1),
  controls: z.array(controlSchema).min(1),
});

export type Framework = z.output<typeof frameworkSchema>;
export type Control = Framework['controls'][number];
export type Condition = Control['holds'][number];

export function readFramework(name: FrameworkName): Framework {
  return frameworkSchema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')));
}
