import { z } from 'zod';
import { idSchema } from './ids.ts';

const keyIdSchema = idSchema('key');

function isSomebody(text: string): boolean {
  return text === 'operator' || keyIdSchema.safeParse(text).success;
}

/** Who did something. */
export const somebodySchema = z
  .string()
  .refine(isSomebody, { error: 'Not somebody' })
  .meta({ description: 'The id of a key; `operator`: the command line.' });

/** Who did something, if anybody did. */
export const actorSchema = z
  .string()
  .refine((text) => text === '' || isSomebody(text), { error: 'Not somebody' })
  .meta({
    description:
      'The id of a key; `operator`: the command line; empty: the service by itself, as the rules of the tenant say.',
  });
