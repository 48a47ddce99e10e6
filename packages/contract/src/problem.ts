import { z } from 'zod';
import { hashSchema } from './hash.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { type ProblemCode, problemCodes, problems } from './problems.ts';

const fieldErrorSchema = z
  .strictObject({
    pointer: z.string().meta({ description: 'A JSON Pointer into the body, or the name of a parameter.' }),
    code: z.string().min(1),
    message: z.string().min(1),
  })
  .meta({ id: 'FieldError' });

const documentFields = {
  type: z.string().min(1).meta({ format: 'uri', description: 'A page about this kind of problem.' }),
  title: z.string().min(1),
  status: z.int().min(400).max(599),
  detail: z.string().min(1).exactOptional(),
  instance: z.string().min(1),
  code: openEnum(problemCodes, 'The kind of problem.'),
  request_id: idSchema('req'),
  retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
  errors: z.array(fieldErrorSchema).exactOptional(),
  message_id: idSchema('msg')
    .meta({ description: 'The message that failed, where one was admitted.' })
    .exactOptional(),
  leaf_index: z
    .int()
    .min(0)
    .meta({ description: 'Where a record that is gone still stands in the log.' })
    .exactOptional(),
  leaf_hash: hashSchema.meta({ description: 'Given with `leaf_index`.' }).exactOptional(),
};

/** RFC 9457. What the code says and what the document says are the same. */
export const problemDocumentSchema = z
  .strictObject(documentFields)
  .superRefine((document, context) => {
    const kind = problems[document.code];
    const differs = (['status', 'title', 'retryable'] as const).filter(
      (name) => document[name] !== kind[name],
    );
    for (const name of differs) {
      context.addIssue({ code: 'custom', path: [name], message: `Not the ${name} of ${document.code}` });
    }
    if (document.code === 'internal' && document.detail !== undefined) {
      context.addIssue({ code: 'custom', path: ['detail'], message: 'What went wrong inside stays inside' });
    }
    if ((document.leaf_index === undefined) !== (document.leaf_hash === undefined)) {
      context.addIssue({ code: 'custom', path: ['leaf_hash'], message: 'Given exactly with leaf_index' });
    }
    if (!document.type.endsWith(problemPath(document.code))) {
      context.addIssue({ code: 'custom', path: ['type'], message: `Not the page of ${document.code}` });
    }
  })
  .meta({ id: 'Problem' });

/** Where the page about a problem is served. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code}`;
}

export type FieldError = z.output<typeof fieldErrorSchema>;
export type ProblemDocument = z.output<typeof problemDocumentSchema>;
