import { z } from 'zod';
import { contentLimits } from '../content/content-fields.ts';
import { hasAtMostCodePoints, textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { isJsonObject } from '../fields/metadata.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { codePointLength } from '../values/code-point-length.ts';
import { scopes } from '../values/enumerations.ts';
import { signInMethods } from './roles.ts';
import { emailSchema, userSchema } from './user.ts';

export const signInLimits = {
  passwordCodePointsMin: 12,
  passwordCodePointsMax: 128,
  passkeysMax: 20,
  /** Open sessions of one person; the oldest ends when another begins. */
  sessionsMax: 50,
  /** How long after a sign-in a password or a passkey may be changed. */
  recentMinutes: 15,
} as const;

const { passwordCodePointsMin, passwordCodePointsMax } = signInLimits;

/** Any text of a fitting length: rules on characters make passwords weaker. */
const newPasswordSchema = z
  .string()
  .refine(
    (text) =>
      hasAtMostCodePoints(text, passwordCodePointsMax) && codePointLength(text) >= passwordCodePointsMin,
    { error: `Must have ${passwordCodePointsMin} to ${passwordCodePointsMax} characters` },
  )
  .refine((text) => text.isWellFormed(), { error: 'Must not contain unpaired surrogates' })
  .meta({ minLength: passwordCodePointsMin, maxLength: passwordCodePointsMax });

/** A password as it is given: one that cannot be right is wrong, and not invalid. */
const givenPasswordSchema = textSchema({ min: 1, max: 1024 });

export const signInMethodsSchema = z
  .strictObject({
    password: z.boolean(),
    passkey: z.boolean(),
    provider: z
      .strictObject({ name: z.string().min(1).meta({ description: 'What the provider is called.' }) })
      .nullable()
      .meta({ description: 'The OpenID provider; null: none is configured.' }),
  })
  .meta({ id: 'SignInMethods' });

export const passwordSignInRequestSchema = z
  .strictObject({
    email: emailSchema,
    password: givenPasswordSchema,
    tenant: textSchema({ min: 1, max: 64 })
      .meta({
        description: 'The id or name of the tenant. Only needed if several tenants have the e-mail address.',
      })
      .exactOptional(),
  })
  .meta({ id: 'PasswordSignInRequest' });

export const linkSignInRequestSchema = z
  .strictObject({
    token: textSchema({ min: 1, max: 256 }).meta({ description: 'The part of the link after `#`.' }),
  })
  .meta({ id: 'LinkSignInRequest' });

const challengeSchema = textSchema({ min: 1, max: 1024 }).meta({
  description: 'The `challenge` that came with the options, unchanged. It is valid for five minutes.',
});

const credentialSchema = z
  .custom<Readonly<Record<string, unknown>>>(isJsonObject, { error: 'Must be an object' })
  .meta({ type: 'object', description: 'What the browser returned, as JSON (WebAuthn).' });

export const passkeySignInRequestSchema = z
  .strictObject({ challenge: challengeSchema, credential: credentialSchema })
  .meta({ id: 'PasskeySignInRequest' });

/** What a browser needs to ask for a passkey. */
export const passkeyOptionsSchema = z
  .strictObject({
    challenge: z.string().min(1).meta({ description: 'To be sent back with the credential.' }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The public key options of WebAuthn, as JSON.' }),
  })
  .meta({ id: 'PasskeyOptions' });

/** Providers may add parameters of their own. */
export const providerCallbackQuerySchema = z.looseObject({
  code: z.string().exactOptional(),
  state: z.string().exactOptional(),
  error: z.string().exactOptional(),
});

const sessionSchema = z
  .strictObject({
    session_id: idSchema('ses'),
    method: openEnum(signInMethods, 'How the person signed in.'),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
    created_at: timeSchema,
    last_used_at: timeSchema.meta({ description: 'To the minute.' }),
    expires_at: timeSchema.meta({ description: 'When it ends at the latest.' }),
    address: z.string().meta({ description: 'The network address at sign-in.' }),
    user_agent: z.string().meta({ description: 'What the browser said of itself at sign-in.' }),
  })
  .meta({ id: 'Session' });

/** The person who is signed in. */
export const meSchema = z
  .strictObject({
    user: userSchema,
    tenant: z.strictObject({ tenant_id: idSchema('ten'), name: z.string().min(1) }),
    session: sessionSchema,
    scopes: z
      .array(openEnum(scopes, 'A scope.'))
      .meta({ description: 'What the role of the person allows.' }),
    csrf_token: z.string().min(1).meta({
      description: 'To be sent as `X-CSRF-Token` with every request of this session that changes something.',
    }),
  })
  .meta({ id: 'Me' });

export const sessionListSchema = z
  .strictObject({ data: z.array(sessionSchema).max(signInLimits.sessionsMax) })
  .meta({ id: 'SessionList' });

export const sessionParamsSchema = z.strictObject({
  session_id: z.string().min(1).meta({ description: 'The id of the session.' }),
});

export const setPasswordRequestSchema = z
  .strictObject({
    password: newPasswordSchema,
    current_password: givenPasswordSchema
      .meta({
        description: `Needed if the person has a password, unless they signed in by other means in the last ${signInLimits.recentMinutes} minutes.`,
      })
      .exactOptional(),
  })
  .meta({ id: 'SetPasswordRequest' });

export const passkeyParamsSchema = z.strictObject({
  passkey_id: z.string().min(1).meta({ description: 'The id of the passkey.' }),
});

export const passkeyAddRequestSchema = z
  .strictObject({
    challenge: challengeSchema,
    credential: credentialSchema,
    name: writtenTextSchema({ max: contentLimits.nameCodePointsMax, lines: 'one' }).meta({
      description: 'What the person calls the passkey.',
    }),
  })
  .meta({ id: 'PasskeyAddRequest' });

export const passkeySchema = z
  .strictObject({
    passkey_id: idSchema('psk'),
    name: z.string().min(1),
    created_at: timeSchema,
    last_used_at: timeSchema.nullable(),
  })
  .meta({ id: 'Passkey' });

export const passkeyListSchema = z
  .strictObject({ data: z.array(passkeySchema).max(signInLimits.passkeysMax) })
  .meta({ id: 'PasskeyList' });

export type MeEntry = z.output<typeof meSchema>;
export type SessionEntry = z.output<typeof sessionSchema>;
export type PasskeyEntry = z.output<typeof passkeySchema>;
