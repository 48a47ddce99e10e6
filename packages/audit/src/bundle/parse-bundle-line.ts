import type { NamedText } from '../entry.ts';
import { isHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import { isName } from '../name.ts';
import { isTime } from '../time.ts';
import { hashBytes } from '../tree/hash.ts';
import {
  type BundleDeed,
  type BundledLeaf,
  type BundleEnd,
  type BundleHead,
  type BundleLine,
  type BundleRecord,
  type BundleScope,
  bundleVersion,
  contentStates,
} from './bundle-line.ts';
import { spellBundleLine } from './spell-bundle-line.ts';

/** Each hash of an inclusion proof halves the tree at least: with sizes up to 2^53 - 1 there are no more. */
const inclusionHashesMax = 53;
const fieldsMax = 64;

type Members = Readonly<Record<string, unknown>>;

const malformed = (message: string) => new LogError('line_malformed', message);

/** Reads a line, without its newline. Only the one spelling that writing gives is taken: so no member comes twice or is unknown. */
export function parseBundleLine(text: string): BundleLine {
  const line = readLine(parseObject(text));
  if (spellBundleLine(line) !== text) {
    throw malformed(
      'the line has a member that is unknown, comes twice or stands elsewhere, or is spelled in another way',
    );
  }
  return line;
}

function parseObject(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('the line is not JSON');
  }
  return membersOf(value, 'the line');
}

function readLine(members: Members): BundleLine {
  switch (members['type']) {
    case 'bundle':
      return readHead(members);
    case 'record':
      return readRecord(members);
    case 'deed':
      return readDeed(members);
    case 'end':
      return readEnd(members);
    default:
      throw malformed('the type of a line is bundle, record, deed or end');
  }
}

function readHead(members: Members): BundleHead {
  if (members['version'] !== bundleVersion)
    throw malformed(`the version of the bundle is not ${bundleVersion}`);
  return {
    type: 'bundle',
    tenantId: textOf(members, 'tenant_id'),
    origin: textOf(members, 'origin'),
    verifierKey: textOf(members, 'verifier_key'),
    what: readScope(membersOf(members['what'], 'what')),
    exportedAt: timeOf(members, 'exported_at'),
    checkpoint: textOf(members, 'checkpoint'),
  };
}

function readScope(members: Members): BundleScope {
  const timeOrNull = (name: string) => (members[name] === null ? null : timeOf(members, name));
  switch (members['kind']) {
    case 'all':
      return { kind: 'all' };
    case 'period': {
      const period = { from: timeOrNull('from'), until: timeOrNull('until') };
      if (period.from === null && period.until === null)
        throw malformed('a period has a beginning or an end');
      return { kind: 'period', ...period };
    }
    case 'thread':
      return { kind: 'thread', threadId: textOf(members, 'thread_id') };
    case 'end_user':
      return { kind: 'end_user', endUserId: textOf(members, 'end_user_id') };
    default:
      throw malformed('what was exported is all, period, thread or end_user');
  }
}

function readRecord(members: Members): BundleRecord {
  const contentState = contentStates.find((state) => state === members['content_state']);
  if (contentState === undefined) throw malformed(`content_state is one of ${contentStates.join(', ')}`);
  return {
    type: 'record',
    ...leafOf(members),
    contentState,
    fields: pairsOf(members, 'fields'),
    salts: pairsOf(members, 'salts'),
  };
}

function readDeed(members: Members): BundleDeed {
  return { type: 'deed', ...leafOf(members) };
}

function readEnd(members: Members): BundleEnd {
  return {
    type: 'end',
    records: countOf(members, 'records'),
    deeds: countOf(members, 'deeds'),
    sha256: hashOf(members['sha256'], 'sha256'),
  };
}

function leafOf(members: Members): BundledLeaf {
  const inclusion = members['inclusion'];
  if (!Array.isArray(inclusion) || inclusion.length > inclusionHashesMax) {
    throw malformed(`inclusion is an array of at most ${inclusionHashesMax} hashes`);
  }
  return {
    leafIndex: countOf(members, 'leaf_index'),
    entry: textOf(members, 'entry'),
    inclusion: inclusion.map((hash: unknown) => hashOf(hash, 'inclusion')),
  };
}

function membersOf(value: unknown, what: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw malformed(`${what} is not an object`);
}

/** A lone surrogate has no UTF-8: what was hashed could not be said. */
function checkText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw malformed(`${name} is missing, or no text of well-formed Unicode`);
}

function textOf(members: Members, name: string): string {
  const text = checkText(members[name], name);
  if (text === '') throw malformed(`${name} is empty`);
  return text;
}

function timeOf(members: Members, name: string): string {
  const text = textOf(members, name);
  if (!isTime(text)) throw malformed(`${name} is no time in RFC 3339, UTC, with three decimals`);
  return text;
}

function countOf(members: Members, name: string): number {
  const value = members[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(`${name} is missing, or no whole number from 0 to 2^53 - 1`);
}

function hashOf(value: unknown, name: string): string {
  if (typeof value === 'string' && isHex(value, hashBytes)) return value;
  throw malformed(`${name} is missing, or not of 64 digits of lower-case hexadecimal`);
}

function pairsOf(members: Members, name: string): readonly NamedText[] {
  const pairs = Object.entries(membersOf(members[name], name));
  if (pairs.length > fieldsMax) throw malformed(`${name} has more than ${fieldsMax} members`);
  return pairs.map(([field, text]) => {
    if (!isName(field)) throw malformed(`${name} has a member whose name no field can have`);
    return [field, checkText(text, `${name}.${field}`)];
  });
}
