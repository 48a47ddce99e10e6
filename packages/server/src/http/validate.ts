import { fieldErrorsOf } from '@avow/contract';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/** What the schema makes of the input. Throws `validation_failed` with every fault. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  detail = 'The body does not fit this operation.',
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', { detail, errors: fieldErrorsOf(parsed.error, input) });
}

/** The same for a body that may be left out. JSON's `null` is a body, and a wrong one. */
export function validateOptional<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return validate(schema, body === undefined ? {} : body);
}

/** The same for the parameters of the query string. */
export function validateParameters<Schema extends z.ZodType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  // Fastify's object has no prototype, which schemas take for something else than an object.
  return validate(schema, { ...(query as object) }, 'The parameters do not fit this operation.');
}
