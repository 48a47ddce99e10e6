import { fieldErrorsOf } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { z } from 'zod';

/** The parsed input. Throws `validation_failed` with every fault. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  detail = 'The body is not valid for this operation.',
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', { detail, errors: fieldErrorsOf(parsed.error, input) });
}

/** The same for an optional body. JSON's `null` is a body, and not a valid one. */
export function validateOptional<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return validate(schema, body === undefined ? {} : body);
}

/** The same for the parameters of the query string. */
export function validateParameters<Schema extends z.ZodType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  // Fastify's object has no prototype, and schemas do not accept it as an object.
  return validate(schema, { ...(query as object) }, 'The parameters are not valid for this operation.');
}
