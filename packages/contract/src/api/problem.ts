import { z } from 'zod';
import { hashSchema } from '../fields/hash.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { type ProblemCode, problemCodes, problems } from '../values/problems.ts';

const fieldErrorSchema = z
  .strictObject({
    pointer: z.string().meta({ description: 'A JSON Pointer into the body, or the name of a parameter.' }),
    code: z.string().min(1),
    message: z.string().min(1),
  })
  .meta({ id: 'FieldError' });

const documentFields = {
  type: z
    .string()
    .min(1)
    .meta({ format: 'uri', description: 'The URL of a page about this kind of problem.' }),
  title: z.string().min(1),
  status: z.int().min(400).max(599),
  detail: z.string().min(1).exactOptional(),
  instance: z.string().min(1),
  code: openEnum(problemCodes, 'The kind of problem.'),
  request_id: idSchema('req'),
  retryable: z.boolean().meta({ description: 'Whether the same request may succeed if sent again later.' }),
  errors: z.array(fieldErrorSchema).exactOptional(),
  message_id: idSchema('msg')
    .meta({ description: 'The message that failed, if the query was admitted.' })
    .exactOptional(),
  leaf_index: z
    .int()
    .min(0)
    .meta({ description: 'The position in the log of a record that was dropped.' })
    .exactOptional(),
  leaf_hash: hashSchema.meta({ description: 'Given with `leaf_index`.' }).exactOptional(),
};

/** RFC 9457. Status, title and retryable always match the code. */
export const problemDocumentSchema = z
  .strictObject(documentFields)
  .superRefine((document, context) => {
    const kind = problems[document.code];
    const differs = (['status', 'title', 'retryable'] as const).filter(
      (name) => document[name] !== kind[name],
    );
    for (const name of differs) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `Does not match the ${name} of ${document.code}`,
      });
    }
    if (document.code === 'internal' && document.detail !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['detail'],
        message: 'Must not be given for internal errors',
      });
    }
    if ((document.leaf_index === undefined) !== (document.leaf_hash === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['leaf_hash'],
        message: 'Must be given together with leaf_index',
      });
    }
    if (!document.type.endsWith(problemPath(document.code))) {
      context.addIssue({
        code: 'custom',
        path: ['type'],
        message: `Does not match the page of ${document.code}`,
      });
    }
  })
  .meta({ id: 'Problem' });

/** Where the page about a problem is served. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code}`;
}

export type FieldError = z.output<typeof fieldErrorSchema>;
export type ProblemDocument = z.output<typeof problemDocumentSchema>;
