import { z } from 'zod';
import { ifMatchSchema } from '../api/headers.ts';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { guardrailCategories, guardrailModes, guardrailStages } from '../values/enumerations.ts';
import { guardrailChecks, policyActions, policyLimits, thresholdNames } from './guardrail-checks.ts';

const shareSchema = z.number().min(0).max(1);
const tierSchema = z.int().min(0).max(3);
const countSchema = z.int().min(0);

/** A guardrail in a response: complete, and open to checks and settings that are added later. */
const shownGuardrailSchema = z
  .strictObject({
    id: idSchema('grd'),
    name: z.string().min(1),
    check: openEnum(guardrailChecks, 'What the guardrail checks for.'),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    action: openEnum(policyActions, 'What is done about a finding.'),
    enabled: z.boolean().meta({ description: 'Whether the check runs.' }),
    category: openEnum(guardrailCategories, 'What the guardrail protects.'),
    threshold: shareSchema.meta({ description: 'The minimum score for a finding to count.' }),
    mode: openEnum(guardrailModes, 'Whether findings are acted on.'),
    fail_mode: openEnum(['open', 'closed'], 'What happens to the message if the check does not run.'),
    timeout_ms: z.int().min(1).max(policyLimits.timeoutMsMax).exactOptional(),
    settings: z.record(z.string(), z.unknown()).meta({ description: 'The settings of the check.' }),
  })
  .meta({ id: 'Guardrail' });

const shownPolicySchema = z
  .strictObject({
    messages: z
      .strictObject({
        ...{ blocked: z.string().nullable(), self_harm: z.string().nullable(), not_covered: z.string() },
        ...{ closest: z.string().nullable(), other_language: z.string().nullable() },
      })
      .meta({ description: 'The texts that are returned instead of an answer.' }),
    bands: z.strictObject({ high: shareSchema, medium: shareSchema }),
    blocked_prompts: openEnum(['hash', 'redacted'], 'What is stored of a blocked prompt.'),
    answering: z
      .strictObject({
        start_tier: tierSchema,
        client_may_choose: z.boolean(),
        short_questions: z.strictObject({ code_points_max: z.int().min(1), tier: tierSchema }).nullable(),
        reader_confidence_min: shareSchema.nullable(),
        compare_with_embedded: z.boolean(),
        search_steps: z.int().min(0).max(3),
        rank_with_model: z.boolean(),
        when_ungrounded: openEnum(
          ['embedded', 'withhold'],
          'What is done if the sources do not support the main claim.',
        ),
      })
      .meta({
        description: 'Which models answer, and what happens if the sources do not support what one says.',
      }),
    confidence: z
      .strictObject({
        withhold_below: shareSchema,
        caps: z.strictObject({
          degraded: shareSchema,
          failed_open: shareSchema,
          unsupported: shareSchema,
          conflicting_sources: shareSchema,
        }),
        disclose_restricted: z.boolean(),
      })
      .meta({ description: 'The minimum score of an answer, and caps on scores.' }),
    review: z
      .strictObject({ below: shareSchema.nullable() })
      .meta({ description: 'Which answers need a human review before delivery.' }),
    guardrails: z
      .array(shownGuardrailSchema)
      .meta({ description: 'The guardrails, in the order in which results are reported.' }),
  })
  .meta({ id: 'GuardrailPolicy' });

const revisionSchema = z.int().min(0).max(2_147_483_647);

const versionFields = {
  revision: revisionSchema.meta({
    description: 'Counts up from 1 with every policy that the tenant sets; 0 if it never set one.',
  }),
  version: z.string().min(1).meta({ description: 'The name of the policy in audit records.' }),
  built_in: z.boolean().meta({
    description: 'Whether it is the built-in policy of this installation.',
  }),
  created_at: timeSchema.nullable().meta({ description: 'When it was set; null if none was ever set.' }),
  created_by: callerSchema
    .nullable()
    .meta({ description: 'The key that set it; null for the command line, or if none was ever set.' }),
};

function isWhole({ revision, built_in, created_at, created_by }: z.output<typeof versionObject>): boolean {
  return revision > 0 ? created_at !== null : built_in && created_at === null && created_by === null;
}

const versionObject = z.strictObject(versionFields);
const neverPut = {
  path: ['revision'],
  error: 'A policy that was never set is the built-in one and has no time or author',
};

const proposedThresholdSchema = z
  .strictObject({
    name: openEnum(
      thresholdNames,
      'What the threshold belongs to: `prompt_attack`, or a kind of unsafe content.',
    ),
    threshold: shareSchema.meta({ description: 'As the policy has it.' }),
    proposed: shareSchema,
    wrongly_blocked: countSchema.meta({ description: 'Blocked prompts that people called harmless.' }),
    rightly_blocked: countSchema.meta({ description: 'Blocked prompts that people called rightly blocked.' }),
    author_count: countSchema.meta({ description: 'How many people and keys said so.' }),
    key_count: countSchema.meta({
      description: 'How many keys, or people who were signed in, they said it with.',
    }),
  })
  .meta({ id: 'ProposedThreshold' });

/** A policy of a tenant, with who set it and when. */
export const policyStateSchema = z
  .strictObject({
    ...versionFields,
    policy: shownPolicySchema,
    moved_thresholds: z.record(z.string(), shareSchema).meta({
      description: 'Always empty: thresholds are those of the policy, and feedback only proposes others.',
    }),
    proposed_thresholds: z.array(proposedThresholdSchema).meta({
      description:
        'Higher thresholds for prompts, from feedback on what this policy blocked. They apply only if somebody accepts them. Empty for a revision that is not in force.',
    }),
  })
  .refine(isWhole, neverPut)
  .meta({ id: 'GuardrailPolicyState' });

const policyVersionSchema = versionObject.refine(isWhole, neverPut).meta({ id: 'GuardrailPolicyVersion' });

export const policyVersionPageSchema = pageSchema(policyVersionSchema, 'GuardrailPolicyVersionPage');

/** Parameters arrive as text, and are read strictly. */
export const policyQuerySchema = z.strictObject({
  revision: z
    .custom<string>((value) => typeof value === 'string' && /^(?:0|[1-9][0-9]{0,8})$/.test(value), {
      error: 'Must be a revision number',
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 0, description: 'The revision to read. Default: the one in force.' })
    .exactOptional(),
});

/** States what was read, so that nobody accepts another value. */
export const acceptThresholdsRequestSchema = z
  .strictObject({
    thresholds: z
      .partialRecord(z.enum(thresholdNames), shareSchema)
      .refine((named) => Object.keys(named).length > 0, { error: 'Must name a threshold' })
      .meta({
        description: 'The thresholds to raise, each with its proposed value.',
        minProperties: 1,
      }),
  })
  .meta({ id: 'AcceptThresholdsRequest' });

export const policyChangeHeadersSchema = ifMatchSchema(
  'The `ETag` of the policy that you changed. If another policy is in force by now, the request fails and nothing changes.',
);

export type PolicyState = z.output<typeof policyStateSchema>;
export type PolicyVersionEntry = z.output<typeof policyVersionSchema>;
