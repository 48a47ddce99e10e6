import { UserError } from '@avow/foundation';
import { encodeHex, LogError } from '@avow/ledger-log';
import {
  type ComparedField,
  followReplacedKeys,
  type VerifiedReceipt,
  verifyReceipt,
} from '@avow/ledger-log/receipts';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { type GivenKeyHistory, readGivenText, readKeyHistory, readReceiptFile } from './given-files.ts';
import { receiptChecker } from './receipt-checker.ts';
import { tenantOfKey } from './tenant-of-key.ts';

interface VerifyReceiptOptions {
  readonly key?: string;
  readonly keys?: GivenKeyHistory;
  readonly question?: string;
  readonly answer?: string;
  readonly response?: string;
  readonly json?: true;
}

const responseBytesMax = 16 * 1024 * 1024;

export function addVerifyReceiptCommand(
  program: Command,
  { terminal }: Pick<CommandContext, 'terminal'>,
): void {
  program
    .command('verify')
    .argument('<receipt>', 'a file with the receipt of an answer', readReceiptFile)
    .option('--key <key>', 'the verifier key of the log, from another source')
    .option(
      '--keys <file>',
      'what "avow audit keys --size N --json" printed, with the size that the receipt states: how its key was replaced',
      readKeyHistory,
    )
    .option('--question <text>', 'the question, to be compared with the one on record')
    .option('--answer <text>', 'the answer, to be compared with the one on record')
    .option(
      '--response <file>',
      'the body of the response as it came, to be compared with the one on record',
      (path: string) => readGivenText(path, { what: 'a response', bytesMax: responseBytesMax }),
    )
    .option('--json', 'print JSON')
    .description('check the receipt of an answer; it needs no service, no data folder and no configuration')
    .addHelpText('after', explanation)
    .action(async (receipt: string, options: VerifyReceiptOptions, command: Command) => {
      const { key, keys, json } = options;
      if (key !== undefined) await tenantOfKey(key, command);
      try {
        const verified = await verifyReceipt(receipt, {
          ...receiptChecker,
          trustedKey: key ?? keys?.key ?? null,
          ...(keys === undefined ? {} : { followKeys: followReplacedKeys(keys, receiptChecker) }),
          texts: textsOf(options),
        });
        terminal.out(json ? JSON.stringify(wireOfVerified(verified)) : cleanText(describeVerified(verified)));
      } catch (error) {
        if (!(error instanceof LogError)) throw error;
        const { code, message } = error;
        const why = `This does not verify: ${message}`;
        terminal.out(json ? JSON.stringify({ sound: false, code, why: message }) : cleanText(why));
        throw new UserError('The receipt does not prove what it says.', { cause: error });
      }
    });
}

const explanation = `
The exit code is 0 if everything verifies, 1 if something does not, and 2 if there is nothing to check: a file does not
exist or cannot be read, or the key is not valid.

Example:
  avow verify receipt.json --key "$VERIFIER_KEY" --question "Who approves travel?"`;

function textsOf({ question, answer, response }: VerifyReceiptOptions) {
  return {
    ...(question === undefined ? {} : { question }),
    ...(answer === undefined ? {} : { answer }),
    ...(response === undefined ? {} : { response }),
  } satisfies Partial<Record<ComparedField, string>>;
}

function wireOfVerified({ receipt, compared, verifierKey, isKeyTrusted, ...signed }: VerifiedReceipt) {
  return {
    sound: true,
    tenant_id: receipt.tenantId,
    message_id: receipt.messageId,
    asked_at: receipt.time,
    status: receipt.status,
    content_state: receipt.state,
    compared,
    sources: (receipt.sources ?? []).map(({ packId, version, documents }) => ({
      ...{ pack_id: packId, version },
      document_ids: documents.map(({ id }) => id),
    })),
    leaf_index: receipt.leafIndex,
    leaf_hash: encodeHex(signed.leafHash),
    checkpoint: { origin: signed.origin, size: receipt.size, root: encodeHex(signed.root) },
    verifier_key: verifierKey,
    key_trusted: isKeyTrusted,
  };
}

const states = {
  present: null,
  redacted: 'Something was redacted before it was stored.',
  erased: 'Its content was erased since, which the log says too.',
  expired: 'Its content has expired since, which the log says too.',
  dropped: 'Its record was dropped since, which the log says too.',
} as const;

function describeVerified({
  receipt,
  compared,
  verifierKey,
  isKeyTrusted,
  ...signed
}: VerifiedReceipt): string {
  const { messageId, time, status, state, leafIndex, size, sources } = receipt;
  const listed = (sources ?? []).map(
    ({ packId, version, documents }) =>
      `it cites, of version ${version} of ${packId}: ${documents.map(({ id }) => id).join(', ')}`,
  );
  const stated = states[state];
  return [
    `${messageId} is on record: asked ${time}, ${status}.`,
    `entry ${leafIndex} of ${signed.origin}, in the checkpoint of size ${size}, root ${encodeHex(signed.root)}`,
    ...(stated === null ? [] : [stated]),
    ...listed,
    compared.length === 0
      ? 'No text was compared: give --question, --answer or --response.'
      : `Compared with the record, and the same: ${compared.join(', ')}.`,
    isKeyTrusted
      ? 'The checkpoint is signed by the key that you gave, or by one that its statements lead to.'
      : `The checkpoint is signed by the key in the receipt, which the creator of the receipt could have created too. Get the key from another source, and give it with --key: ${verifierKey}`,
  ].join('\n');
}
