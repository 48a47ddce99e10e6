import { z } from 'zod';
import { idSchema } from './ids.ts';

const keyIdSchema = idSchema('key');

function isActor(text: string): boolean {
  return text === 'operator' || keyIdSchema.safeParse(text).success;
}

/** Who did something. */
export const somebodySchema = z
  .string()
  .refine(isActor, { error: 'Expected the id of a key, or operator' })
  .meta({ description: 'The id of the key; `operator` for the command line.' });

/** Who did something; empty if the service did it by itself. */
export const actorSchema = z
  .string()
  .refine((text) => text === '' || isActor(text), { error: 'Expected the id of a key, or operator' })
  .meta({
    description:
      'The id of the key; `operator` for the command line; empty if the service acted by itself under the retention rules.',
  });
