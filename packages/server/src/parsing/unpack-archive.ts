import type { ArchiveMember, MemberFault } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readZip } from './read-zip.ts';

const nameUnitsMax = 1_024;
/** Pictures and the like are not even inflated. */
const wanted = /\.(?:md|markdown|txt|html?|pdf|docx|pptx|xlsx|csv|tsv|zip|qna\.json)$|(?:^|\/)qna\.json$/i;
const replacement = '\ufffd';

/** Inflates the files of an archive that a pack can hold. A member with a bad name or bad bytes is a fault of its own. */
export function unpackArchive(
  bytes: Uint8Array,
  limits: ParsingLimits,
): { readonly members: ArchiveMember[]; readonly faults: MemberFault[] } {
  const members = new Map<string, ArchiveMember>();
  const faults: MemberFault[] = [];
  for (const { name, read } of readZip(bytes, limits)) {
    const reason = faultOfName(name);
    if (reason !== null) faults.push({ path: shown(name), reason });
    else if (!isPassedOver(name)) {
      if (members.has(name)) faults.push({ path: name, reason: 'is in the archive twice' });
      else takeMember(name, read, { members, faults });
    }
  }
  return { members: [...members.values()], faults };
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

/** As in folders: hidden files are passed over, and so is what some systems add. */
function isPassedOver(name: string): boolean {
  const parts = name.split('/');
  return (
    !wanted.test(name) ||
    parts.some(
      (part) => part.startsWith('.') || part === 'node_modules' || part === '__MACOSX' || part === '',
    )
  );
}

/** Names of hostile archives end up on terminals. */
function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, replacement).slice(0, nameUnitsMax);
}
