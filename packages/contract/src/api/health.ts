import { z } from 'zod';
import { languageSchema } from '../fields/language.ts';

export const healthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });

/** `ready` if and only if every check is `ok`. */
export const readinessSchema = z
  .strictObject({
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.enum(['ok', 'failing'])),
    languages: z
      .strictObject({
        embedded: z.array(languageSchema).min(1).meta({
          description: 'The languages of questions that the embedded models understand, as BCP 47 tags.',
        }),
        others: z.boolean().meta({
          description:
            'Whether questions in other languages are understood, because a language model is set up. Otherwise only the same words are found.',
        }),
      })
      .meta({ description: 'The languages that are served.' }),
    backup: z.enum(['off', 'pending', 'ok', 'overdue', 'failing']).meta({
      description:
        'How the scheduled backups are: `off` if none are scheduled, `pending` before the first, `overdue` if the last is older than twice the time between two, `failing` if the last attempt failed. It does not decide whether the service is ready.',
    }),
    vector_indexes: z.enum(['off', 'ok', 'building', 'failing']).meta({
      description:
        'How the vector indexes of the database are: `off` if passages are not searched there, `building` while one is built, `failing` if one could not be built or cannot be looked for. Without an index searches compare all vectors of a pack, which takes longer. It does not decide whether the service is ready.',
    }),
  })
  .refine(
    ({ status, checks }) => (status === 'ready') === Object.values(checks).every((check) => check === 'ok'),
    {
      path: ['status'],
      error: 'Must be ready if and only if every check is ok',
    },
  )
  .meta({ id: 'Readiness' });

export type Readiness = z.output<typeof readinessSchema>;

export const serviceIndexSchema = z
  .strictObject({
    name: z.string().min(1),
    version: z.string().min(1),
    reference_url: z.string().min(1).meta({ description: 'The reference of the API, for people.' }),
    openapi_url: z.string().min(1).meta({ description: 'The API as an OpenAPI document.' }),
    console_url: z.string().min(1).meta({ description: 'The console, for people.' }),
    readiness_url: z.string().min(1).meta({ description: 'Whether the service is ready.' }),
  })
  .meta({ id: 'ServiceIndex' });
export type ServiceIndex = z.output<typeof serviceIndexSchema>;
