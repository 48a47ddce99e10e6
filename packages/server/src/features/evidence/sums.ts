import { LogError } from '@avow/ledger-log';

/** A file of the folder and its SHA-256 in hexadecimal. */
export interface FileSum {
  readonly path: string;
  readonly sha256: string;
}

export const sumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';
export const bundleFile = 'records.jsonl';

/** As sha256sum writes them, and reads them with --check. */
export function formatSums(sums: readonly FileSum[]): string {
  return sums.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

const linePattern = /^([0-9a-f]{64}) {2}([a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)?)$/;
const filesMax = 100;

/** Null: these are not sums of a folder of evidence. Paths lead nowhere else. */
export function parseSums(text: string): readonly FileSum[] | null {
  if (!text.endsWith('\n')) return null;
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > filesMax) return null;
  const sums = lines.map((line) => {
    const [, sha256 = '', path = ''] = linePattern.exec(line) ?? [];
    return { path, sha256 };
  });
  const isWhole = sums.every(({ path }) => path !== '' && path !== sumsFile && path !== signatureFile);
  return isWhole && new Set(sums.map(({ path }) => path)).size === sums.length ? sums : null;
}

/** Whom the signature names. It is not the name of a log, so that no pack can be taken for a checkpoint. */
export const evidenceOrigin = (tenantId: string) => `avow-evidence/${tenantId}`;

interface SignedSums {
  readonly origin: string;
  /** Of `SHA256SUMS`. */
  readonly sha256: string;
  /** The entry of the log that says that the pack was written. */
  readonly leafIndex: number;
  /** Of the log, when the pack was written. */
  readonly verifierKey: string;
}

export function formatSignedText({ origin, sha256, leafIndex, verifierKey }: SignedSums): string {
  return `${origin}\nsha256 ${sha256}\nentry ${leafIndex}\nkey ${verifierKey}\n`;
}

const textPattern =
  /^(avow-evidence\/\w+)\nsha256 ([0-9a-f]{64})\nentry (0|[1-9]\d{0,15})\nkey (avow\/\w+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+)\n$/;

export function parseSignedText(text: string): SignedSums {
  const [, origin = '', sha256 = '', leafIndex = '', verifierKey = ''] = textPattern.exec(text) ?? [];
  if (origin === '') throw new LogError('note_malformed', 'it is not the signature of a folder of evidence');
  return { origin, sha256, leafIndex: Number(leafIndex), verifierKey };
}
