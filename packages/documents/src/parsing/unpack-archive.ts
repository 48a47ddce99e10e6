import type { ArchiveMember, MemberFault, ParsedFile } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readZip } from './read-zip.ts';

const nameUnitsMax = 1_024;
/** Images and other media are not inflated. */
const wanted = /\.(?:md|markdown|txt|html?|pdf|docx|pptx|xlsx|csv|tsv|zip|qna\.json)$|(?:^|\/)qna\.json$/i;
const replacement = '\ufffd';

/** Inflates the files of an archive that a pack can contain. A member with an invalid name or damaged bytes is reported separately. */
export function unpackArchive(
  bytes: Uint8Array,
  limits: ParsingLimits,
): Omit<Extract<ParsedFile, { kind: 'archive' }>, 'kind'> {
  const members = new Map<string, ArchiveMember>();
  const faults: MemberFault[] = [];
  const unsupported: string[] = [];
  for (const { name, read } of readZip(bytes, limits)) {
    const reason = faultOfName(name);
    if (reason !== null) faults.push({ path: shown(name), reason });
    else if (isPassedOver(name)) continue;
    else if (!wanted.test(name)) unsupported.push(name);
    else if (members.has(name)) faults.push({ path: name, reason: 'is in the archive twice' });
    else takeMember(name, read, { members, faults });
  }
  return { members: [...members.values()], faults, unsupported };
}

function takeMember(
  path: string,
  read: () => Uint8Array,
  into: { readonly members: Map<string, ArchiveMember>; readonly faults: MemberFault[] },
): void {
  try {
    into.members.set(path, { path, bytes: read() });
  } catch (error) {
    if (!(error instanceof ParsingFault)) throw error;
    into.faults.push({ path, reason: error.message });
  }
}

function faultOfName(name: string): string | null {
  if (name === '' || name.length > nameUnitsMax) return 'the name is empty or too long';
  if (/^(?:[/\\]|[a-z]:)/i.test(name)) return 'the name is an absolute path';
  if (name.split(/[/\\]/).includes('..')) return 'the name leads out of the archive (..)';
  return name.includes('\\') || name !== shown(name) || name.includes(replacement)
    ? 'the name holds characters that are not allowed'
    : null;
}

/** Skips hidden files, as in folders, and files that some systems add. */
function isPassedOver(name: string): boolean {
  return name
    .split('/')
    .some((part) => part.startsWith('.') || part === 'node_modules' || part === '__MACOSX' || part === '');
}

/** Names from hostile archives are shown in terminals. */
function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, replacement).slice(0, nameUnitsMax);
}
