import { z } from 'zod';

export const healthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });

/** `ready` if and only if every check is `ok`. */
export const readinessSchema = z
  .strictObject({
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.enum(['ok', 'failing'])),
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
