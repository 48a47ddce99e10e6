import type { Random } from '@avow/guardrails/testing';
import { endLineOf } from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';
import { bytesOf } from './audit-case.ts';
import { type ByteChange, byteChanges } from './byte-changes.ts';
import { pickLineChange } from './line-changes.ts';

const changes: Readonly<Record<string, ByteChange>> = {
  ...byteChanges,
  'cut off at a line': (bytes, random) =>
    bytes.subarray(0, bytes.lastIndexOf('\n', random.below(bytes.length - 1)) + 1),
};

/** Changes of the bytes: the last line is left as it was, unless it is what changes. */
function changeBytes(bundle: AuditCase, random: Random): AuditCase {
  const [name, change] = random.pick(Object.entries(changes));
  const bytes = change(Buffer.from(bytesOf(bundle)), random);
  return { ...bundle, name: `${name}, in ${bundle.name}`, expected: 'broken', lines: [], bytes };
}

/** Changes of lines: mostly covered up by a last line that counts and hashes what is there now. */
function changeLines(bundle: AuditCase, others: readonly AuditCase[], random: Random): AuditCase | null {
  const [name, change] = pickLineChange(random);
  const changed = change({ lines: bundle.lines, other: random.pick(others).lines, random });
  if (changed === null || changed.join('') === bundle.lines.join('')) return null;
  const body = changed.slice(0, -1);
  const covered = random.below(8) > 0 && changed.at(-1) === bundle.lines.at(-1);
  const lines = covered ? [...body, endLineOf(body)] : changed;
  return { ...bundle, name: `${name}, in ${bundle.name}`, expected: 'broken', lines };
}

/** As many changes as asked for, of which each breaks one of these sound bundles. */
export function changeAtRandom(
  bundles: readonly AuditCase[],
  { count, random }: { readonly count: number; readonly random: Random },
): readonly AuditCase[] {
  const changed: AuditCase[] = [];
  while (changed.length < count) {
    const bundle = random.pick(bundles);
    const next = random.below(4) === 0 ? changeBytes(bundle, random) : changeLines(bundle, bundles, random);
    if (next !== null) changed.push(next);
  }
  return changed;
}
