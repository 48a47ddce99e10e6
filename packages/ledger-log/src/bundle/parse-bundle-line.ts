import type { NamedText } from '../entry.ts';
import { isHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import { isName } from '../name.ts';
import { keyChangesMax } from '../notes/key-change.ts';
import { isTime } from '../time.ts';
import { hashBytes } from '../tree/hash.ts';
import { bundledAttestationsMax } from './bundle-limits.ts';
import {
  attestedBundleVersion,
  type BundleAttestation,
  type BundledLeaf,
  type BundleEnd,
  type BundleEvent,
  type BundleFilter,
  type BundleHead,
  type BundleLine,
  type BundleRecord,
  type BundleScope,
  bundledAttestationKinds,
  bundledContentStates,
  bundleVersion,
  outdatedVersions,
} from './bundle-line.ts';
import { canonicaliseBundleLine } from './canonicalise-bundle-line.ts';

/** Each hash of an inclusion proof at least halves the tree, so sizes up to 2^53 - 1 need no more. */
const inclusionHashesMax = 53;
const fieldsMax = 64;
/** The hash of the shared part, and one for each fork. */
const consistencyHashesMax = 54;
/** More than all members of a line may have together. */
const valuesMax = 20_000;
const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const openObject = 0x7b;
const backslash = 0x5c;

type Members = Readonly<Record<string, unknown>>;

const malformed = (message: string) => new LogError('line_malformed', message);

/** Parses a line, without its newline. Only the canonical form is accepted, so no member can be unknown or occur twice. */
export function parseBundleLine(text: string): BundleLine {
  const line = readLine(parseObject(text));
  if (canonicaliseBundleLine(line) !== text) {
    throw malformed(
      'the line is not in canonical form: a member is unknown, repeated, misplaced or encoded differently',
    );
  }
  return line;
}

function parseObject(text: string): Members {
  if (!hasFewValues(text)) throw malformed(`the line has more than ${valuesMax} values`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('the line is not JSON');
  }
  return membersOf(value, 'the line');
}

/**
 * Counted before anything is built of them: a line of nothing but empty lists takes seventy times its length in memory.
 * Texts may be long, and are passed over.
 */
function hasFewValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfText(text, at);
    else if (unit === comma || unit === openList || unit === openObject) values += 1;
    if (values > valuesMax) return false;
  }
  return true;
}

/** Where the text that begins here ends: at the first quote after an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** What a line says by its members, each of which is checked. */
export function readLine(members: Members): BundleLine {
  switch (members['type']) {
    case 'bundle':
      return readHead(members);
    case 'record':
      return readRecord(members);
    case 'event':
      return readEvent(members);
    case 'end':
      return readEnd(members);
    default:
      throw malformed('the type of a line is bundle, record, event or end');
  }
}

function readHead(members: Members): BundleHead {
  const version = members['version'];
  if (outdatedVersions.includes(version))
    throw malformed(
      `bundles of version ${version} do not prove that replaced keys have signed parts of one log; export it again`,
    );
  if (version !== bundleVersion && version !== attestedBundleVersion)
    throw malformed(`the version of the bundle is neither ${bundleVersion} nor ${attestedBundleVersion}`);
  return {
    type: 'bundle',
    version,
    tenantId: textOf(members, 'tenant_id'),
    origin: textOf(members, 'origin'),
    verifierKey: textOf(members, 'verifier_key'),
    keyChanges: notesOf(members, 'key_changes'),
    consistency: consistencyOf(members, 'consistency'),
    what: readScope(membersOf(members['what'], 'what')),
    exportedAt: timeOf(members, 'exported_at'),
    checkpoint: textOf(members, 'checkpoint'),
    ...(version === bundleVersion ? {} : { attestations: attestationsOf(members['attestations']) }),
  };
}

function attestationsOf(value: unknown): readonly BundleAttestation[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > bundledAttestationsMax)
    throw malformed(`attestations is an array of one to ${bundledAttestationsMax}`);
  return value.map((each: unknown) => {
    const members = membersOf(each, 'an attestation');
    const kind = bundledAttestationKinds.find((known) => known === members['kind']);
    if (kind === undefined)
      throw malformed(`the kind of an attestation is one of ${bundledAttestationKinds.join(', ')}`);
    return {
      ...{ kind, source: textOf(members, 'source'), checkpoint: textOf(members, 'checkpoint') },
      consistency: hashesOf(members['consistency'], { name: 'consistency', max: consistencyHashesMax }),
      proof: textOf(members, 'proof'),
    };
  });
}

function consistencyOf(members: Members, name: string): readonly (readonly string[])[] {
  const proofs = members[name];
  if (!Array.isArray(proofs) || proofs.length > keyChangesMax)
    throw malformed(`${name} is an array of at most ${keyChangesMax} proofs`);
  return proofs.map((proof: unknown) => hashesOf(proof, { name, max: consistencyHashesMax }));
}

function hashesOf(
  hashes: unknown,
  { name, max }: { readonly name: string; readonly max: number },
): readonly string[] {
  if (!Array.isArray(hashes) || hashes.length > max)
    throw malformed(`${name} is an array of at most ${max} hashes`);
  return hashes.map((hash: unknown) => hashOf(hash, name));
}

function notesOf(members: Members, name: string): readonly string[] {
  const notes = members[name];
  if (!Array.isArray(notes) || notes.length > keyChangesMax)
    throw malformed(`${name} is an array of at most ${keyChangesMax} notes`);
  return notes.map((note: unknown) => textOf({ [name]: note }, name));
}

function readScope(members: Members): BundleScope {
  const timeOrNull = (name: string) => (members[name] === null ? null : timeOf(members, name));
  switch (members['kind']) {
    case 'all':
      return { kind: 'all' };
    case 'period': {
      const period = { from: timeOrNull('from'), until: timeOrNull('until') };
      if (period.from === null && period.until === null)
        throw malformed('a period must have a start or an end');
      return { kind: 'period', ...period };
    }
    case 'thread':
      return { kind: 'thread', threadId: textOf(members, 'thread_id') };
    case 'end_user':
      return { kind: 'end_user', endUserId: textOf(members, 'end_user_id') };
    case 'filter':
      return readFilter(members);
    default:
      throw malformed('what was exported is all, period, thread, end_user or filter');
  }
}

function readFilter(members: Members): BundleFilter {
  const timeOrNull = (name: string) => (members[name] === null ? null : timeOf(members, name));
  const textOrNull = (name: string) => (members[name] === null ? null : textOf(members, name));
  const tripwireTriggered = members['tripwire_triggered'];
  if (tripwireTriggered !== null && typeof tripwireTriggered !== 'boolean')
    throw malformed('tripwire_triggered is true, false or null');
  const criteria = {
    ...{ from: timeOrNull('from'), until: timeOrNull('until') },
    ...{ threadId: textOrNull('thread_id'), endUserId: textOrNull('end_user_id') },
    ...{ status: textOrNull('status'), band: textOrNull('band'), tripwireTriggered },
  };
  if (Object.values(criteria).every((value) => value === null))
    throw malformed('a filter must have a criterion');
  return { kind: 'filter', ...criteria };
}

function readRecord(members: Members): BundleRecord {
  const contentState = bundledContentStates.find((state) => state === members['content_state']);
  if (contentState === undefined)
    throw malformed(`content_state is one of ${bundledContentStates.join(', ')}`);
  return {
    type: 'record',
    ...leafOf(members),
    contentState,
    fields: pairsOf(members, 'fields'),
    salts: pairsOf(members, 'salts'),
  };
}

function readEvent(members: Members): BundleEvent {
  return { type: 'event', ...leafOf(members) };
}

function readEnd(members: Members): BundleEnd {
  return {
    type: 'end',
    records: countOf(members, 'records'),
    events: countOf(members, 'events'),
    sha256: hashOf(members['sha256'], 'sha256'),
  };
}

function leafOf(members: Members): BundledLeaf {
  return {
    leafIndex: countOf(members, 'leaf_index'),
    entry: textOf(members, 'entry'),
    inclusion: hashesOf(members['inclusion'], { name: 'inclusion', max: inclusionHashesMax }),
  };
}

function membersOf(value: unknown, what: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw malformed(`${what} is not an object`);
}

/** A lone surrogate has no UTF-8 encoding, so it could not be hashed unambiguously. */
function verifyText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw malformed(`${name} is missing, or is not a string of well-formed Unicode`);
}

function textOf(members: Members, name: string): string {
  const text = verifyText(members[name], name);
  if (text === '') throw malformed(`${name} is empty`);
  return text;
}

function timeOf(members: Members, name: string): string {
  const text = textOf(members, name);
  if (!isTime(text)) throw malformed(`${name} is not an RFC 3339 time in UTC with three decimals`);
  return text;
}

function countOf(members: Members, name: string): number {
  const value = members[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(`${name} is missing, or is not an integer from 0 to 2^53 - 1`);
}

function hashOf(value: unknown, name: string): string {
  if (typeof value === 'string' && isHex(value, hashBytes)) return value;
  throw malformed(`${name} is missing, or is not 64 lower-case hexadecimal digits`);
}

function pairsOf(members: Members, name: string): readonly NamedText[] {
  const pairs = Object.entries(membersOf(members[name], name));
  if (pairs.length > fieldsMax) throw malformed(`${name} has more than ${fieldsMax} members`);
  return pairs.map(([field, text]) => {
    if (!isName(field)) throw malformed(`${name} has a member that is not a valid field name`);
    return [field, verifyText(text, `${name}.${field}`)];
  });
}
