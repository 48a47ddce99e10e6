import { createHash, createHmac, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { queryRequestLimits } from '@avow/contract/query';
import { UserError } from '@avow/foundation';
import type { Fault } from '@avow/ledger/verification';
import {
  BundleError,
  type BundleScope,
  type BundleVerifierOptions,
  type VerifiedBundle,
  verifyBundle,
} from '@avow/ledger-log';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import { checkAttestations, readGivenOthers } from './check-attestations.ts';
import { describeProved, wireOfProved } from './describe-proved.ts';
import { findFile, type GivenFile, type GivenKeyHistory, readKeyHistory } from './given-files.ts';
import { tenantOfKey } from './tenant-of-key.ts';

interface CheckOptions {
  readonly key?: string;
  readonly keys?: GivenKeyHistory;
  readonly witnesses?: string;
  readonly timeStampRoots?: string;
  readonly json?: true;
}

export function addCheckCommand(audit: Command, { terminal }: Pick<CommandContext, 'terminal'>): void {
  audit
    .command('check')
    .argument('<bundle>', 'a file that "avow audit export" wrote', (path) => findFile(path, 'a bundle'))
    .option('--key <key>', 'the verifier key of the log, from another source')
    .option(
      '--keys <file>',
      'what "avow audit keys --size N --json" printed, with the size of the checkpoint of the bundle: how its key was replaced',
      readKeyHistory,
    )
    .option(
      '--witnesses <file>',
      'a list of witnesses and their quorum (tlog-policy) whose cosignatures to check',
    )
    .option(
      '--time-stamp-roots <file>',
      'certificates in PEM that authorities for time stamps are trusted by',
    )
    .option('--json', 'print JSON')
    .description('check an exported bundle; it needs no service, no data folder and no configuration')
    .addHelpText('after', explanation)
    .action(async ({ path, size }: GivenFile, options: CheckOptions, command: Command) => {
      const { key, keys, json } = options;
      // Checked first, since a stream that nobody reads would stay open.
      if (key !== undefined) await tenantOfKey(key, command);
      const others = await readGivenOthers(options, command);
      const bar = progressBar(terminal, 'Checking');
      const onProgress: BundleVerifierOptions['onProgress'] = ({ bytes }) => bar.update(bytes, size);
      const given = {
        // Who gives a list and no key trusts the list, also if it says that the key was never replaced.
        ...{ ...checker, trustedKey: key ?? keys?.key ?? null, onProgress },
        ...(keys === undefined ? {} : { keyHistory: keys }),
      };
      try {
        const bundle = await verifyBundle(createReadStream(path), given).finally(bar.end);
        const proved = await checkAttestations(bundle.head, others);
        if ('why' in proved) return refuse(terminal, json, proved);
        terminal.out(
          json
            ? JSON.stringify({ ...wireOfBundle(bundle), ...wireOfProved(proved) })
            : cleanText(
                [describeBundle(bundle), ...describeProved(proved, bundle.checkpoint.size)].join('\n'),
              ),
        );
      } catch (error) {
        if (!(error instanceof BundleError)) throw error;
        terminal.out(
          json ? JSON.stringify(wireOfFault(error)) : cleanText(describeFault(error, keys !== undefined)),
        );
        throw new UserError('The bundle is not what was logged.', { cause: error });
      }
    });
}

const explanation = `
The exit code is 0 if everything verifies, 1 if something does not, and 2 if there is nothing to check: the file does not
exist or cannot be read, or the key is not valid.`;

const checker: Omit<BundleVerifierOptions, 'trustedKey' | 'keyHistory' | 'onProgress'> = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  createDigest: () => createHash('sha256'),
  verify: verifyEd25519,
};

/** An attestation is in the first line. */
function refuse({ out }: CommandContext['terminal'], json: true | undefined, { field, why }: Fault): never {
  const fault = {
    line: 1,
    leafIndex: null,
    subject: null,
    code: 'attestation_wrong',
    message: `${field}: ${why}`,
  };
  out(json ? JSON.stringify(wireOfFault(fault)) : cleanText(describeFault(fault, false)));
  throw new UserError('The bundle has an attestation of something else.');
}

type ShownFault = Pick<BundleError, 'line' | 'leafIndex' | 'subject' | 'message'> & { readonly code: string };

function wireOfFault({ line, leafIndex, subject, code, message }: ShownFault) {
  return { sound: false, line, leaf_index: leafIndex, subject, code, why: message };
}

function wireOfBundle({ head, records, events, isComplete, checkpoint, isKeyTrusted }: VerifiedBundle) {
  return {
    sound: true,
    tenant_id: head.tenantId,
    what: head.what.kind,
    ...wireOfScope(head.what),
    exported_at: head.exportedAt,
    ...{ records, events, complete: isComplete, checkpoint },
    verifier_key: head.verifierKey,
    key_trusted: isKeyTrusted,
  };
}

function wireOfScope(what: BundleScope) {
  if (what.kind === 'filter')
    return {
      ...{ from: what.from, until: what.until, thread_id: what.threadId, end_user_id: what.endUserId },
      ...{ status: what.status, band: what.band, tripwire_triggered: what.tripwireTriggered },
    };
  return {
    from: what.kind === 'period' ? what.from : null,
    until: what.kind === 'period' ? what.until : null,
    thread_id: what.kind === 'thread' ? what.threadId : null,
    end_user_id: what.kind === 'end_user' ? what.endUserId : null,
  };
}

/** The selection as the bundle states it. A selection does not show what was left out. */
function describeScope(what: BundleScope): string {
  switch (what.kind) {
    case 'all':
      return 'everything';
    case 'period':
      return `what was asked ${describePeriod(what).join(' and ')}`;
    case 'thread':
      return `the thread ${what.threadId}`;
    case 'end_user':
      return describePerson(what.endUserId);
    case 'filter':
      return [
        ...(what.threadId === null ? [] : [`the thread ${what.threadId}`]),
        ...(what.endUserId === null ? [] : [describePerson(what.endUserId)]),
        ...describePeriod(what).map((time) => `asked ${time}`),
        ...(what.status === null ? [] : [`status ${cleanLine(what.status, nameLengthMax)}`]),
        ...(what.band === null ? [] : [`confidence ${cleanLine(what.band, nameLengthMax)}`]),
        ...(what.tripwireTriggered === null
          ? []
          : [what.tripwireTriggered ? 'tripwire triggered' : 'tripwire not triggered']),
      ].join(', ');
  }
}

const nameLengthMax = 64;

const describePeriod = ({ from, until }: { readonly from: string | null; readonly until: string | null }) => [
  ...(from === null ? [] : [`from ${from} on`]),
  ...(until === null ? [] : [`before ${until}`]),
];

const describePerson = (endUserId: string) =>
  `the person ${cleanLine(endUserId, queryRequestLimits.endUserIdLengthMax)}`;

const keysHint =
  '\n  The proofs in the file of --keys are for a checkpoint of another size: print it with "avow audit keys --size N --json", where N is the size that "avow audit check" shows of this bundle without --key.';

function describeFault({ code, line, leafIndex, subject, message }: ShownFault, hasKeys: boolean): string {
  const place = [
    `line ${line}`,
    ...(leafIndex === null ? [] : [`entry ${leafIndex}`]),
    ...(subject === null || subject === '' ? [] : [subject]),
  ];
  const hint = hasKeys && code === 'key_change_unproved' ? keysHint : '';
  return `This does not verify: ${place.join(', ')}\n  ${message}${hint}`;
}

function describeBundle({
  head,
  records,
  events,
  isComplete,
  checkpoint,
  isKeyTrusted,
}: VerifiedBundle): string {
  return [
    `${records} records and ${events} events of ${head.tenantId}: everything verifies.`,
    `By its own account it is ${describeScope(head.what)}, as of ${head.exportedAt}.`,
    `checkpoint of ${checkpoint.origin}, size ${checkpoint.size}, root ${checkpoint.root}`,
    isComplete
      ? 'It is complete: every entry up to the checkpoint is here.'
      : 'It is a selection: it does not show what was left out.',
    isKeyTrusted
      ? 'The checkpoint is signed by the key that you gave, or by one that its statements lead to.'
      : `The checkpoint is signed by the key in the bundle, which the creator of the bundle could have created too. Get the key from another source, and give it with --key: ${head.verifierKey}`,
  ].join('\n');
}
