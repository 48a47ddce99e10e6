import { scores } from '../personal-data/data-types.ts';
import { entropyOf, isExample, isSlot } from './example-values.ts';
import type { FoundSecret } from './secret-types.ts';

const passwordNames =
  'password|passwort|passwd|passphrase|passcode|pwd|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|lösenord|hasło|пароль|密码|パスワード|비밀번호';
const secretNames =
  '(?:api|app|access|auth|account|client|consumer|encryption|master|private|secret|service|session|shared|signing|webhook)[ _-]?(?:key|token|secret)|apikey|secret|token|credentials?';

/** `password = …`, `"api_key": "…"`, `PASSWORD: …`, `--token …`, and in a sentence `the password is …`. */
const assignment = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[\\w.-]{0,30}[_.-])?(?:(?<password>${passwordNames})|(?<secret>${secretNames}))s?["'\`\\]]{0,2}(?<link>[ \\t]{0,3}(?::=|=>|->|=|:)[ \\t]{0,3}|[ \\t]{1,2}(?:is|was|are|ist|est|es|は|set to|is set to|was set to|is now|changed to|reset to|to)[ \\t:]{1,3}|[ \\t]{1,2})(?:"(?<double>[^"\\n]{4,4000})"|'(?<single>[^'\\n]{4,4000})'|\`(?<back>[^\`\\n]{4,4000})\`|(?<bare>[^\\s"'\`,;<>]{4,4000}))`,
  'giu',
);

/** A text without any of these words assigns no secret. */
const hint = new RegExp(`key|secret|token|credential|${passwordNames}`, 'iu');

const secretEntropyMin = 3.3;
const secretLengthMin = 16;
const passwordLengthMin = 5;
const passwordLengthMax = 256;

/** Code that gets the value from elsewhere: a call, a variable, a path or a type. */
const isCode = (value: string) =>
  /[(){}[\]|]|::|=>|^\.{0,2}\/|\/\/|^[a-z_]+(?:[.-][a-z_]+)+$|^\d+(?:\.\d+)*[a-z]{0,2}$/i.test(value);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A TypeID: a prefix, an underscore and 26 base32 characters. Such ids are meant to be public. */
const typeId = /^[a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

interface Assigned {
  readonly value: string;
  /** Whether a symbol or word such as `=` or `is` connects the name and the value. */
  readonly isLinked: boolean;
  readonly isQuoted: boolean;
}

function secretScore({ value, isLinked, isQuoted }: Assigned): number {
  if (!isLinked || value.length < secretLengthMin || isSlot(value) || (!isQuoted && isCode(value))) return 0;
  if (uuid.test(value) || typeId.test(value) || !/\d/.test(value) || /\s/.test(value)) return 0;
  if (entropyOf(value) < secretEntropyMin) return 0;
  return isExample(value) ? scores.hinted : scores.shaped;
}

/** How many character classes it mixes (lower case, upper case, digits, symbols): passwords mix more than words do. */
function characterClassesOf(value: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u].filter((kind) => kind.test(value)).length;
}

function passwordScore({ value, isLinked, isQuoted }: Assigned): number {
  if (value.length < passwordLengthMin || value.length > passwordLengthMax || isSlot(value)) return 0;
  if (!isQuoted && isCode(value)) return 0;
  const mixed = /[\d!@#$%^&*?~+]/.test(value.slice(1)) && /\p{L}/u.test(value);
  const classes = characterClassesOf(value);
  if (!mixed || classes < 2 || /\s/.test(value)) return 0;
  if (isExample(value)) return scores.hinted;
  // With nothing in between, as in `password reset`, the value itself must look like a password.
  if (!isLinked) return classes >= 3 && value.length >= 8 ? scores.named : 0;
  return classes >= 3 ? scores.shaped : scores.named;
}

/** A full stop, bracket or comma after an unquoted value belongs to the sentence. */
function trimmed(value: string): string {
  return value.replace(/[.,:)\]}]{1,3}$/, '');
}

/** Values labelled as a password, key or token, unless they are clearly not the secret itself. */
export function findAssignedSecrets(text: string): readonly FoundSecret[] {
  if (!hint.test(text)) return [];
  const found: FoundSecret[] = [];
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const { password, link = '', double, single, back, bare = '' } = match.groups ?? {};
    const quoted = double ?? single ?? back;
    const value = quoted ?? trimmed(bare);
    const isQuoted = quoted !== undefined;
    const assigned = { value, isQuoted, isLinked: isQuoted || link.trim() !== '' };
    const score = password === undefined ? secretScore(assigned) : passwordScore(assigned);
    const start = match.index + match[0].length - (isQuoted ? value.length + 1 : bare.length);
    if (score === 0) {
      // A value that is not a secret may contain one, such as a quoted sentence.
      assignment.lastIndex = start;
      continue;
    }
    const type = password === undefined ? 'secret' : 'password';
    found.push({ type, start, end: start + value.length, score });
  }
  return found;
}

const afterAddress =
  /(?:[ ]?[:|][ ]?|[ ]\/[ ])(?<=[\w.+-]@[\w-]{1,40}\.[\w.-]{2,40}(?:[ ]?[:|][ ]?|[ ]\/[ ]))([^\s"'`,;<>@]{6,72})/g;

/** Lists of logins have the password after the email address: `name@example.org:…`. */
export function findListedPasswords(text: string): readonly FoundSecret[] {
  if (!text.includes('@')) return [];
  const found: FoundSecret[] = [];
  for (const { 0: whole, 1: bare = '', index } of text.matchAll(afterAddress)) {
    const value = trimmed(bare);
    const start = index + whole.length - bare.length;
    if (value.includes('/') || !/[!#$%^&*?~+]|\d/.test(value)) continue;
    const score = passwordScore({ value, isLinked: false, isQuoted: false });
    if (score > 0) found.push({ type: 'password', start, end: start + value.length, score });
  }
  return found;
}

const awsSecret = /(?<![\w/+=])[A-Za-z0-9/+]{40}(?![\w/+=])/g;
const awsNear = /AKIA[A-Z2-7]{16}|ASIA[A-Z2-7]{16}|aws.{0,20}secret|secret.{0,12}access.{0,3}key/is;
const awsReach = 200;
const awsEntropyMin = 4;

/** An AWS secret access key has no distinctive format: it is recognised by the surrounding text. */
export function findAwsSecrets(text: string): readonly FoundSecret[] {
  if (!awsNear.test(text)) return [];
  return Array.from(text.matchAll(awsSecret))
    .filter(
      ({ 0: value, index }) =>
        !/^[0-9a-f]*$/i.test(value) &&
        /\d/.test(value) &&
        entropyOf(value) >= awsEntropyMin &&
        awsNear.test(text.slice(Math.max(0, index - awsReach), index + value.length + awsReach)),
    )
    .map(({ 0: value, index: start }) => ({
      type: 'aws_secret_key',
      start,
      end: start + value.length,
      score: isExample(value) ? scores.hinted : scores.checked,
    }));
}
