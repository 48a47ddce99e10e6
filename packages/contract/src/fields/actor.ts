import { z } from 'zod';
import { idSchema } from './ids.ts';

/** Who calls: a key, or a person who is signed in. */
export const callerSchema = z.union([idSchema('key'), idSchema('usr')]);

function isActor(text: string): boolean {
  return text === 'operator' || callerSchema.safeParse(text).success;
}

const expected = 'Expected the id of a key or of a user, or operator';

/** Who did something. */
export const somebodySchema = z.string().refine(isActor, { error: expected }).meta({
  description: 'The id of the key, or of the person who was signed in; `operator` for the command line.',
});

/** Who did something; empty if the service did it by itself. */
export const actorSchema = z
  .string()
  .refine((text) => text === '' || isActor(text), { error: expected })
  .meta({
    description:
      'The id of the key, or of the person who was signed in; `operator` for the command line; empty if the service acted by itself, or if nobody was signed in yet.',
  });
