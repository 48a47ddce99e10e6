import { z } from 'zod';
import { guardrailCategories, guardrailModes, guardrailStages } from './enumerations.ts';
import { guardrailChecks, policyActions, policyLimits } from './guardrail-checks.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageSchema } from './page.ts';
import { timeSchema } from './time.ts';

const shareSchema = z.number().min(0).max(1);
const tierSchema = z.int().min(0).max(3);

/** A guardrail as it is shown: whole, and open to checks and settings that are yet to come. */
const shownGuardrailSchema = z
  .strictObject({
    id: idSchema('grd'),
    name: z.string().min(1),
    check: openEnum(guardrailChecks, 'What is looked for.'),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    action: openEnum(policyActions, 'What is done about a finding.'),
    category: openEnum(guardrailCategories, 'What the guardrail protects.'),
    threshold: shareSchema.meta({ description: 'The score from which a finding counts.' }),
    mode: openEnum(guardrailModes, 'Whether something is done about what it finds.'),
    fail_mode: openEnum(['open', 'closed'], 'What becomes of the message where the check does not run.'),
    timeout_ms: z.int().min(1).max(policyLimits.timeoutMsMax),
    settings: z.record(z.string(), z.unknown()).meta({ description: 'What the check is told.' }),
  })
  .meta({ id: 'Guardrail' });

const shownPolicySchema = z
  .strictObject({
    messages: z
      .strictObject({ blocked: z.string(), not_covered: z.string() })
      .meta({ description: 'What is said in place of an answer.' }),
    bands: z.strictObject({ high: shareSchema, medium: shareSchema }),
    blocked_prompts: openEnum(['hash', 'redacted'], 'What is stored of a prompt that was blocked.'),
    answering: z
      .strictObject({
        start_tier: tierSchema,
        client_may_choose: z.boolean(),
        short_questions: z.strictObject({ code_points_max: z.int().min(1), tier: tierSchema }).nullable(),
        reader_sure_min: shareSchema.nullable(),
        when_ungrounded: openEnum(
          ['embedded', 'withhold'],
          'What is done about a main claim that is not borne out.',
        ),
      })
      .meta({ description: 'Which models answer, and what happens where one says what the sources do not.' }),
    confidence: z
      .strictObject({
        withhold_below: shareSchema,
        caps: z.strictObject({
          degraded: shareSchema,
          failed_open: shareSchema,
          unsupported: shareSchema,
          disagreeing: shareSchema,
        }),
        tell_restricted: z.boolean(),
      })
      .meta({ description: 'How sure an answer must be to be given, and can be at most.' }),
    review: z
      .strictObject({ below: shareSchema.nullable() })
      .meta({ description: 'Which answers a person looks at before they are given.' }),
    guardrails: z
      .array(shownGuardrailSchema)
      .meta({ description: 'In the order in which they are reported.' }),
  })
  .meta({ id: 'GuardrailPolicy' });

const revisionSchema = z.int().min(0).max(2_147_483_647);

const versionFields = {
  revision: revisionSchema.meta({
    description: '1 for the first policy of the tenant, one more for each after it; 0: none was ever put.',
  }),
  version: z.string().min(1).meta({ description: 'What audit records name the policy by.' }),
  built_in: z.boolean().meta({
    description: 'Whether it is the policy that comes with the service, as this installation has it now.',
  }),
  created_at: timeSchema.nullable().meta({ description: 'When it was put; null where none ever was.' }),
  created_by: idSchema('key')
    .nullable()
    .meta({ description: 'The key that put it; null for the command line, or where none was ever put.' }),
};

function isWhole({ revision, built_in, created_at, created_by }: z.output<typeof versionObject>): boolean {
  return revision > 0 ? created_at !== null : built_in && created_at === null && created_by === null;
}

const versionObject = z.strictObject(versionFields);
const neverPut = { path: ['revision'], error: 'Nothing is known of a policy that was never put' };

/** A policy of a tenant, with what is known of how it came to be. */
export const policyStateSchema = z
  .strictObject({ ...versionFields, policy: shownPolicySchema })
  .refine(isWhole, neverPut)
  .meta({ id: 'GuardrailPolicyState' });

const policyVersionSchema = versionObject.refine(isWhole, neverPut).meta({ id: 'GuardrailPolicyVersion' });

export const policyVersionPageSchema = pageSchema(policyVersionSchema, 'GuardrailPolicyVersionPage');

/** Parameters arrive as text, and are read strictly. */
export const policyQuerySchema = z.strictObject({
  revision: z
    .custom<string>((value) => typeof value === 'string' && /^(?:0|[1-9][0-9]{0,8})$/.test(value), {
      error: 'Expected the number of a revision',
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 0, description: 'An earlier one; the one in force where left out.' })
    .exactOptional(),
});

export const policyChangeHeadersSchema = z.object({
  'If-Match': z
    .string()
    .meta({
      description:
        'The `ETag` of the policy that the change was made from. Where another is in force by now, nothing is changed.',
      examples: ['"3"'],
    })
    .exactOptional(),
});

export type PolicyState = z.output<typeof policyStateSchema>;
export type PolicyVersionEntry = z.output<typeof policyVersionSchema>;
