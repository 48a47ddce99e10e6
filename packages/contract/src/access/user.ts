import { z } from 'zod';
import { groupsSchema } from '../content/content-fields.ts';
import { somebodySchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { roles, userStatuses } from './roles.ts';

export const userLimits = {
  /** People of one tenant. */
  usersMax: 10_000,
  nameCodePointsMax: 128,
  emailLengthMax: 254,
  /** How long a one-time link works. */
  linkHours: 72,
} as const;

/** Not validated: a malformed id is not found, like an unknown one. */
export const userParamsSchema = z.strictObject({
  user_id: z.string().min(1).meta({ description: 'The id of the person.' }),
});

export const userSessionParamsSchema = z.strictObject({
  ...userParamsSchema.shape,
  session_id: z.string().min(1).meta({ description: 'The id of the session.' }),
});

/** One @ with something on either side, and no white space: only a message to it shows whether an address works. */
const emailPattern = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

/** The same for readers of the JSON Schema, whose `\\s` depends on the language. */
const notInEmails =
  '@\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const publishedEmailPattern = `^[^${notInEmails}]{1,64}@[^${notInEmails}]{1,189}$`;

export const emailSchema = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => emailPattern.test(text) && text.isWellFormed() && text === text.normalize('NFKC'), {
    error: 'Must be an e-mail address',
  })
  .meta({
    type: 'string',
    maxLength: userLimits.emailLengthMax,
    pattern: publishedEmailPattern,
    description: 'The e-mail address, unique within the tenant, whatever the case of its letters.',
  });

export const personNameSchema = writtenTextSchema({ max: userLimits.nameCodePointsMax, lines: 'one' }).meta({
  description: 'The name under which the actions of the person are on the log.',
});

const groupsDescription =
  'The groups that the person asks questions for, and whose records they may read. `*`: they may name any group.';
const groups = groupsSchema.meta({ description: groupsDescription });

export const userCreateRequestSchema = z
  .strictObject({
    email: emailSchema,
    name: personNameSchema,
    role: z.enum(roles),
    groups: groups.default([]),
  })
  .meta({ id: 'UserCreateRequest' });

export const userUpdateRequestSchema = z
  .strictObject({
    name: personNameSchema.exactOptional(),
    role: z.enum(roles).exactOptional(),
    status: z
      .enum(userStatuses)
      .meta({ description: 'Someone who is disabled cannot sign in, and their sessions end.' })
      .exactOptional(),
    groups: groups.exactOptional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Must change at least one field' })
  .meta({ id: 'UserUpdateRequest', minProperties: 1 });

const userShape = {
  user_id: idSchema('usr'),
  email: z.string().min(3),
  name: z.string().min(1),
  role: openEnum(roles, 'What the person does for the tenant; it decides on their scopes.'),
  status: openEnum(userStatuses, 'Whether the person may sign in.'),
  groups: z.array(z.string()).meta({ description: groupsDescription }),
  all_groups: z.boolean().meta({
    description:
      'Whether the person may name any group and read what was answered for it: because of their role, `owner` or `editor`, or of `*` in `groups`.',
  }),
  has_password: z.boolean(),
  passkeys: z.int().min(0).meta({ description: 'How many passkeys the person has.' }),
  provider: z.boolean().meta({ description: 'Whether the person has signed in with the OpenID provider.' }),
  created_at: timeSchema,
  created_by: somebodySchema.or(z.literal('')).meta({
    description:
      'The id of a key or person; `operator` for the command line; empty if the service did it, at the first start or at a first sign-in with the OpenID provider.',
  }),
  updated_at: timeSchema,
  last_sign_in_at: timeSchema.nullable(),
};

/** Somebody who may sign in to a tenant. */
export const userSchema = z.strictObject(userShape).meta({ id: 'User' });

export const userLinkSchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .meta({ format: 'uri', description: 'Signs the person in, once. It is not shown again.' }),
    expires_at: timeSchema,
  })
  .meta({ id: 'UserLink' });

/** The only response with a person and their link. */
export const userWithLinkSchema = z
  .strictObject({ ...userShape, link: userLinkSchema })
  .meta({ id: 'UserWithLink' });

/** Newest first. */
export const userPageSchema = pageSchema(userSchema, 'UserPage');

export type UserEntry = z.output<typeof userSchema>;
export type UserCreateRequest = z.output<typeof userCreateRequestSchema>;
export type UserUpdateRequest = z.output<typeof userUpdateRequestSchema>;
export type UserLinkEntry = z.output<typeof userLinkSchema>;
