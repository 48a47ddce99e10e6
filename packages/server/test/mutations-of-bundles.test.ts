import { createHash, createHmac, hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BundleError, type BundleVerifierOptions, verifyBundle } from '@avow/ledger-log';
import { parseEntry } from '@avow/ledger-log/entries';
import { parseVerifierKey } from '@avow/ledger-log/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { verifyEd25519 } from '../src/secrets/verify-ed25519.ts';
import { buildAuditedFolder } from './support/audited-folder.ts';
import { flipStoredBit } from './support/mutations/flip-bit.ts';
import { createSeededRandom, type SeededRandom } from './support/mutations/random.ts';
import { recordTerminal } from './support/record-terminal.ts';

const count = 100;

let root: string;
let bundle: Buffer;
let key: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-bundles-'));
  const { config, tenantIds } = await buildAuditedFolder(join(root, 'data'));
  const out = join(root, 'all.jsonl');
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: config.dataDir };
  for (const words of [['export', '--out', out], ['key']])
    await runCli(['audit', ...words, '--tenant', tenantIds[0]], env, terminal);
  key = said().out.trimEnd().split('\n').at(-1) ?? '';
  bundle = readFileSync(out);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const check = (bytes: Uint8Array) => {
  const checker: BundleVerifierOptions = {
    ...{ trustedKey: key, sha256, verify: verifyEd25519 },
    hmac: (salt, text) => createHmac('sha256', salt).update(text).digest(),
    createDigest: () => createHash('sha256'),
  };
  return verifyBundle([bytes], checker);
};
/** The fault of a bundle that must have one. */
const faultOf = (bytes: Uint8Array) =>
  check(bytes).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BundleError) return error;
      throw error;
    },
  );

describe('an exported bundle', () => {
  it('is sound as exported, under the key of its log', async () => {
    expect(await check(bundle)).toMatchObject({ isComplete: true, isKeyTrusted: true });
    expect((await parseVerifierKey(key, sha256)).name).toMatch(/^avow\/ten_/);
  });

  it('is not sound if any bit is flipped', async () => {
    const random = createSeededRandom(7);
    for (let done = 0; done < count; done++) {
      const bytes = Buffer.from(flipStoredBit(bundle, random) as Uint8Array);
      expect(await faultOf(bytes), `mutation ${done}`).not.toBeNull();
    }
  });

  it('is not sound if lines were changed, even with a matching last line', async () => {
    const random = createSeededRandom(11);
    const lines = bundle.toString('utf8').trimEnd().split('\n').slice(0, -1);
    for (let done = 0; done < count; ) {
      const changed = changeLine([...lines], random);
      if (changed === null) continue;
      const fault = await faultOf(Buffer.from(withEnd(changed.lines)));
      const isNamed = fault !== null && changed.named.includes(fault.line);
      expect(
        isNamed,
        `mutation ${done}, ${changed.what}: ${fault?.message}, line ${fault?.line}, not in ${changed.named}`,
      ).toBe(true);
      done++;
    }
  });
});

function withEnd(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const typeOf = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
  const end = {
    type: 'end',
    records: typeOf('record'),
    events: typeOf('event'),
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  return `${text}${JSON.stringify(end)}\n`;
}

interface Changed {
  readonly lines: string[];
  readonly what: string;
  /** Lines that may be named, counted from 1. */
  readonly named: readonly number[];
}

function changeLine(lines: string[], random: SeededRandom): Changed | null {
  const at = 1 + random.below(lines.length - 1);
  const line = JSON.parse(lines[at] ?? '{}');
  const named = [at + 1];
  const what = random.pick([
    'removed',
    'twice',
    'swapped',
    'entry',
    'field',
    'salt',
    'inclusion',
    'leaf_index',
    'state',
  ]);
  switch (what) {
    case 'removed':
      lines.splice(at, 1);
      // Of the last leaf only the end tells that it is missing.
      return { lines, what, named: [at + 1, lines.length + 1] };
    case 'twice':
      lines.splice(at, 0, lines[at] ?? '');
      return { lines, what, named: [at + 2] };
    case 'swapped': {
      const other = 1 + random.below(lines.length - 1);
      if (other === at) return null;
      [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
      return { lines, what, named: [Math.min(at, other) + 1] };
    }
    case 'entry':
      line.entry = flipStoredBit(line.entry, random);
      break;
    case 'field':
    case 'salt': {
      const pairs = what === 'field' ? line.fields : line.salts;
      const name = Object.keys(pairs ?? {})[0];
      if (name === undefined) return null;
      pairs[name] = flipStoredBit(pairs[name], random);
      if (pairs[name] === null) return null;
      break;
    }
    case 'inclusion': {
      const step = random.below(line.inclusion.length);
      line.inclusion[step] = flipStoredBit(line.inclusion[step], random);
      break;
    }
    case 'leaf_index':
      line.leaf_index += 1 + random.below(5);
      break;
    default:
      return changeState({ lines, what, named }, at, random);
  }
  if (line.entry === null) return null;
  lines[at] = JSON.stringify(line);
  return { lines, what, named };
}

/** Says of a record that it is in another state, with what that would leave of it. */
function changeState({ lines, what, named }: Changed, at: number, random: SeededRandom): Changed | null {
  const line = JSON.parse(lines[at] ?? '{}');
  if (line.type !== 'record') return null;
  const state = random.pick(
    ['present', 'redacted', 'erased', 'expired', 'dropped'].filter((other) => other !== line.content_state),
  );
  const isWhole = (name: string) => name === 'present' || name === 'redacted';
  // Leaves of the first version do not tell these two apart.
  const isFirst = parseEntry(line.entry).commitments.length === 1;
  if (isFirst && isWhole(state) && isWhole(line.content_state)) return null;
  line.content_state = state;
  if (!isWhole(state)) {
    const kept = Object.entries(line.fields).filter(([name]) => name === 'facts' && state !== 'dropped');
    const salts = Object.entries(line.salts).filter(([name]) => name === 'facts' && state !== 'dropped');
    line.fields = Object.fromEntries(kept);
    line.salts = Object.fromEntries(salts);
  }
  lines[at] = JSON.stringify(line);
  // An event that says otherwise may be the one that is named.
  const { subject } = parseEntry(line.entry);
  const isEventOn = (text: string) => text.startsWith('{"type":"event"') && text.includes(`"${subject}\\"`);
  const events = [...lines.keys()].filter((index) => isEventOn(lines[index] ?? ''));
  return {
    lines,
    what: `${what} ${state}`,
    named: [...named, ...events.map((index) => index + 1)],
  };
}
