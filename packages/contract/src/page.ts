import { z } from 'zod';
import { textSchema } from './code-points.ts';

export const pageLimits = { limitDefault: 20, limitMax: 100, cursorLengthMax: 1024 } as const;

/** Parameters arrive as text. They are read strictly: `limit=+5`, `limit=05` and `limit=5.0` are refused. */
const limitSchema = z
  .custom<string>((value) => typeof value === 'string' && /^(?:[1-9][0-9]?|100)$/.test(value), {
    error: `Expected a whole number from 1 to ${pageLimits.limitMax}`,
  })
  .transform(Number)
  .default(pageLimits.limitDefault)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: pageLimits.limitMax,
    description: `How many; ${pageLimits.limitDefault} where left out.`,
  });

/** The parameters that every list takes. */
export const pageParameters = {
  limit: limitSchema,
  cursor: textSchema({ min: 1, max: pageLimits.cursorLengthMax })
    .meta({ description: 'The `next_cursor` of the page before.' })
    .exactOptional(),
};

/** A page of a list. The cursor is opaque, and there is one exactly where there is more. */
export function pageSchema<Entry extends z.ZodType>(entry: Entry, name: string) {
  return z
    .strictObject({
      data: z.array(entry).max(pageLimits.limitMax),
      has_more: z.boolean(),
      next_cursor: z.string().min(1).nullable(),
    })
    .refine((page) => page.has_more === (page.next_cursor !== null), {
      path: ['next_cursor'],
      error: 'Given exactly where there is more',
    })
    .meta({ id: name });
}
