import { z } from 'zod';
import { textSchema } from './code-points.ts';

export const pageLimits = { limitDefault: 20, limitMax: 100, cursorLengthMax: 1024 } as const;

/** Parameters arrive as text. They are read strictly: `limit=+5`, `limit=05` and `limit=5.0` are refused. */
const limitSchema = z
  .custom<string>((value) => typeof value === 'string' && /^(?:[1-9][0-9]?|100)$/.test(value), {
    error: `Must be an integer from 1 to ${pageLimits.limitMax}`,
  })
  .transform(Number)
  .default(pageLimits.limitDefault)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: pageLimits.limitMax,
    description: `The page size. Default: ${pageLimits.limitDefault}.`,
  });

/** The parameters of every list. */
export const pageParameters = {
  limit: limitSchema,
  cursor: textSchema({ min: 1, max: pageLimits.cursorLengthMax })
    .meta({ description: 'The `next_cursor` of the previous page.' })
    .exactOptional(),
};

/** A page of a list. The cursor is opaque, and is given if and only if there is another page. */
export function pageSchema<Entry extends z.ZodType>(entry: Entry, name: string) {
  return z
    .strictObject({
      data: z.array(entry).max(pageLimits.limitMax),
      has_more: z.boolean(),
      next_cursor: z.string().min(1).nullable(),
    })
    .refine((page) => page.has_more === (page.next_cursor !== null), {
      path: ['next_cursor'],
      error: 'Must be given if and only if has_more is true',
    })
    .meta({ id: name });
}
