import { createHash, createHmac, hash } from 'node:crypto';
import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { type BundleChecker, type BundleScope, type BundleVerdict, checkBundle } from '@avow/audit';
import { queryRequestLimits } from '@avow/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { verifyEd25519 } from '../../access/verify-ed25519.ts';
import { UserError } from '../../errors/user-error.ts';
import { cleanText } from '../../text/clean-text.ts';
import { cleanLine } from '../clean-line.ts';
import type { CommandContext } from '../command-context.ts';
import { progressBar } from '../terminal.ts';
import { tenantOfKey } from './tenant-of-key.ts';

interface CheckOptions {
  readonly key?: string;
  readonly json?: true;
}

interface BundleFile {
  readonly path: string;
  readonly size: number;
}

export function addCheckCommand(audit: Command, { terminal }: Pick<CommandContext, 'terminal'>): void {
  audit
    .command('check')
    .argument('<bundle>', 'a file that "avow audit export" wrote', findBundle)
    .option('--key <key>', 'the verifier key of the log, known from elsewhere')
    .option('--json', 'print JSON')
    .description('check an exported bundle; it needs no service, no data folder and no configuration')
    .addHelpText('after', explanation)
    .action(async ({ path, size }: BundleFile, { key, json }: CheckOptions, command: Command) => {
      // First: a stream that nobody reads would stay open.
      if (key !== undefined) await tenantOfKey(key, command);
      const bar = progressBar(terminal, 'Checking');
      const onProgress: BundleChecker['onProgress'] = ({ bytes }) => bar.update(bytes, size);
      const given = { ...checker, trustedKey: key ?? null, onProgress };
      const verdict = await checkBundle(createReadStream(path), given).finally(bar.end);
      terminal.out(json ? JSON.stringify(wireOf(verdict)) : cleanText(describe(verdict)));
      if (verdict.kind === 'broken') throw new UserError('The bundle is not what was logged.');
    });
}

const explanation = `
The exit code is 0 where all of it fits, 1 where something does not, and 2 where there is nothing to check: no such file, one
that this user may not read, or a key that is none.`;

function findBundle(path: string): BundleFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InvalidArgumentError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new InvalidArgumentError(`${path} is a folder, and no bundle.`);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new InvalidArgumentError(`This user may not read ${path}.`);
  }
  return { path, size: found.size };
}

const checker: Omit<BundleChecker, 'trustedKey' | 'onProgress'> = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  createDigest: () => createHash('sha256'),
  verify: verifyEd25519,
};

function wireOf(verdict: BundleVerdict) {
  if (verdict.kind === 'broken') {
    const { line, leafIndex, subject, code, message } = verdict;
    return { sound: false, line, leaf_index: leafIndex, subject, code, why: message };
  }
  const { head, records, deeds, isComplete, checkpoint, isKeyTrusted } = verdict;
  return {
    sound: true,
    tenant_id: head.tenantId,
    what: head.what.kind,
    ...wireOfScope(head.what),
    exported_at: head.exportedAt,
    ...{ records, deeds, complete: isComplete, checkpoint },
    verifier_key: head.verifierKey,
    key_trusted: isKeyTrusted,
  };
}

function wireOfScope(what: BundleScope) {
  return {
    from: what.kind === 'period' ? what.from : null,
    until: what.kind === 'period' ? what.until : null,
    thread_id: what.kind === 'thread' ? what.threadId : null,
    end_user_id: what.kind === 'end_user' ? what.endUserId : null,
  };
}

/** As the bundle has it: whoever made it chose, and a selection does not show what was left out. */
function describeScope(what: BundleScope): string {
  switch (what.kind) {
    case 'all':
      return 'everything';
    case 'period':
      return `what was asked ${[
        ...(what.from === null ? [] : [`from ${what.from} on`]),
        ...(what.until === null ? [] : [`before ${what.until}`]),
      ].join(' and ')}`;
    case 'thread':
      return `the thread ${what.threadId}`;
    case 'end_user':
      return `the person ${cleanLine(what.endUserId, queryRequestLimits.endUserIdLengthMax)}`;
  }
}

function describe(verdict: BundleVerdict): string {
  if (verdict.kind === 'broken') {
    const { line, leafIndex, subject, message } = verdict;
    const place = [
      `line ${line}`,
      ...(leafIndex === null ? [] : [`entry ${leafIndex}`]),
      ...(subject === null || subject === '' ? [] : [subject]),
    ];
    return `This does not fit: ${place.join(', ')}\n  ${message}`;
  }
  const { head, records, deeds, isComplete, checkpoint, isKeyTrusted } = verdict;
  return [
    `${records} records and ${deeds} deeds of ${head.tenantId}: all of it fits.`,
    `It says that it is ${describeScope(head.what)}, as of ${head.exportedAt}.`,
    `checkpoint of ${checkpoint.origin}, size ${checkpoint.size}, root ${checkpoint.root}`,
    isComplete
      ? 'It is complete: every entry up to the checkpoint is here.'
      : 'It is a selection: what was left out cannot be told from it.',
    isKeyTrusted
      ? 'The checkpoint is signed by the key that you gave.'
      : `The checkpoint is signed by the key that came with the bundle, which whoever made it could have made too. Get the key from elsewhere and give it with --key: ${head.verifierKey}`,
  ].join('\n');
}
