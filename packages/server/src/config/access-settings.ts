import { filePath, numberSetting, originList } from './settings.ts';

/** Who signs in, and for how long. */
export const accessSettings = {
  identityFile: filePath({
    variable: 'AVOW_IDENTITY_FILE',
    meaning:
      'The file in JSON that names the OpenID provider which people sign in with, and the issuers of tokens of end users. Without it, people sign in with passwords and passkeys, and no token is accepted.',
  }),
  corsOrigins: originList({
    variable: 'AVOW_CORS_ORIGINS',
    meaning:
      'Origins of web pages that may call the service with a key (CORS), separated by commas; * for any. Cookies are never accepted from them. The origins of publishable keys need not be listed.',
  }),
  publishableRatePerMinute: numberSetting({
    variable: 'AVOW_PUBLISHABLE_RATE_PER_MINUTE',
    meaning: 'Questions and feedback a minute with one publishable key.',
    min: 1,
    max: 10_000_000,
    fallback: 120,
  }),
  publishableBurst: numberSetting({
    variable: 'AVOW_PUBLISHABLE_BURST',
    meaning: 'Burst of questions and feedback with one publishable key.',
    min: 1,
    max: 1_000_000,
    fallback: 20,
  }),
  visitorRatePerMinute: numberSetting({
    variable: 'AVOW_VISITOR_RATE_PER_MINUTE',
    meaning: 'Questions and feedback a minute from one address with a publishable key.',
    min: 1,
    max: 10_000_000,
    fallback: 12,
  }),
  visitorBurst: numberSetting({
    variable: 'AVOW_VISITOR_BURST',
    meaning: 'Burst of questions and feedback from one address with a publishable key.',
    min: 1,
    max: 1_000_000,
    fallback: 6,
  }),
  sessionIdleMs: numberSetting({
    variable: 'AVOW_SESSION_IDLE_MS',
    meaning: 'How long a session of a person may be unused; then it ends.',
    min: 120_000,
    max: 30 * 86_400_000,
    fallback: 3_600_000,
  }),
  sessionAbsoluteMs: numberSetting({
    variable: 'AVOW_SESSION_ABSOLUTE_MS',
    meaning: 'How long a session of a person lasts at most.',
    min: 120_000,
    max: 90 * 86_400_000,
    fallback: 12 * 3_600_000,
  }),
  signInsPerMinute: numberSetting({
    variable: 'AVOW_SIGN_INS_PER_MINUTE',
    meaning: 'Attempts to sign in a minute for one address.',
    min: 1,
    max: 1_000_000,
    fallback: 30,
  }),
  accountSignInsPerMinute: numberSetting({
    variable: 'AVOW_ACCOUNT_SIGN_INS_PER_MINUTE',
    meaning: 'Attempts to sign in a minute with the password of one person, whether or not they exist.',
    min: 1,
    max: 1_000_000,
    fallback: 10,
  }),
};
