import { z } from 'zod';

/** Parameters arrive as text, and are read as strictly as the rest. */
export const flagSchema = z
  .custom<'true' | 'false'>((value) => value === 'true' || value === 'false', {
    error: 'Must be true or false',
  })
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' });

/** A whole number that a number holds exactly: no sign, and no zeros before it. */
export const sizeSchema = z
  .string()
  .refine((text) => /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text)), {
    ...{ error: `Must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}`, abort: true },
  })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
