import { LogError } from '../log-error.ts';

/** What an answer cites of one version of a content pack. */
export interface CitedVersion {
  readonly packId: string;
  readonly version: number;
  readonly documents: readonly CitedDocument[];
}

/** A document, or a curated pair. */
export interface CitedDocument {
  readonly id: string;
  /** The first 16 bytes of the commitment to its text at this version, in base64 for addresses. */
  readonly hash: string;
}

/** More than one answer cites. */
const versionsMax = 64;
const documentsMax = 64;

const idPattern = /^[A-Za-z0-9_]{1,64}$/;
const hashPattern = /^[A-Za-z0-9_-]{21}[AQgw]$/;

const malformed = () =>
  new LogError('receipt_malformed', 'the cited documents are not listed as they must be');

/**
 * The text that a record commits to: for each version of a pack an array of its id and number, and then of each document
 * its id and its hash.
 */
export function spellSources(sources: readonly CitedVersion[]): string {
  return JSON.stringify(
    sources.map(({ packId, version, documents }) => [
      packId,
      version,
      ...documents.flatMap(({ id, hash }) => [id, hash]),
    ]),
  );
}

/** The same, parsed. */
export function readSources(value: unknown): readonly CitedVersion[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > versionsMax) throw malformed();
  return value.map(readVersion);
}

function readVersion(value: unknown): CitedVersion {
  if (!Array.isArray(value)) throw malformed();
  const [packId, version, ...listed]: readonly unknown[] = value;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) throw malformed();
  if (listed.length < 2 || listed.length % 2 !== 0 || listed.length > 2 * documentsMax) throw malformed();
  const documents = Array.from({ length: listed.length / 2 }, (_, place) => ({
    id: textOf(listed[2 * place], idPattern),
    hash: textOf(listed[2 * place + 1], hashPattern),
  }));
  return { packId: textOf(packId, idPattern), version, documents };
}

function textOf(value: unknown, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw malformed();
}
