import { messageIdFrom, systemClock, UserError } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { encodeHex, LogError } from '@avow/ledger-log';
import { verifyReceipt } from '@avow/ledger-log/receipts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { type OpenedPacks, type PackOptions, withPacks } from '../../content/commands/with-packs.ts';
import { receiptChecker } from '../../log/commands/receipt-checker.ts';
import { readForGiven } from '../../purposes/purposes.ts';
import { isOnLog, moveReplayPlan, openReplay, readReplayPlan } from '../compose/open-replay.ts';
import { describeReplay } from '../describe-replay.ts';
import type { ReplayPlan } from '../plan-replay.ts';
import type { ReplayReport } from '../replay-report.ts';

export interface ReplayCommandOptions extends PackOptions {
  readonly groups?: readonly string[];
  readonly purpose?: string;
  /** RFC 3339. */
  readonly at?: string;
}

export interface ReceiptReplayOptions {
  /** The verifier key of the log, from another source. */
  readonly key?: string;
  readonly groups?: readonly string[];
  readonly json?: true;
}

export async function runReplay(
  context: CommandContext,
  given: string,
  options: ReplayCommandOptions,
): Promise<void> {
  await withPacks(context, options, async (opened) => {
    const { plan, notes } = await movePlan(opened, await readPlan(opened, given), options.at);
    const { notes: noted, ...report } = await readForGiven(
      opened.data,
      { tenantId: opened.tenant.tenantId, given: options.purpose },
      () => replay(context, opened, plan, options.groups ?? null),
    );
    const whole = { ...report, notes: [...notes, ...noted] };
    context.terminal.out(options.json ? JSON.stringify(whole) : describeReplay(whole));
    if (!report.same) throw new UserError('The replay differs from what is on record.');
  });
}

async function movePlan(
  { data, tenant }: OpenedPacks,
  plan: ReplayPlan,
  at: string | undefined,
): ReturnType<typeof moveReplayPlan> {
  if (at === undefined) return { plan, notes: [] };
  const atMs = Date.parse(at);
  if (atMs > systemClock.nowMs()) throw new UserError('--at must not be in the future.');
  return await moveReplayPlan(data, tenant.tenantId, plan, atMs);
}

/** Checked before any model is opened, so that a message that cannot be replayed is reported immediately. */
async function readPlan({ data, tenant }: OpenedPacks, given: string): Promise<ReplayPlan> {
  const messageId = messageIdFrom(given);
  const planned = messageId === null ? null : await readReplayPlan(data, tenant.tenantId, messageId);
  if (planned === null) throw new UserError(`Tenant ${tenant.name} has no message ${given}.`);
  if (planned.kind === 'impossible') throw cannot(planned.why);
  return planned.plan;
}

/** The question of a receipt, once it is certain that the record is the one that the receipt proves. */
export async function runReplayOfReceipt(
  context: CommandContext,
  text: string,
  { json, ...options }: ReceiptReplayOptions,
): Promise<void> {
  const key = options.key ?? null;
  const { receipt, verifierKey, leafHash } = await verifyGiven(text, key);
  await withPacks(context, { tenant: receipt.tenantId }, async (opened) => {
    const { data, tenant } = opened;
    const { leafIndex: from, messageId: given } = receipt;
    if (!(await isOnLog(data, tenant.tenantId, { leafIndex: from, leafHash: encodeHex(leafHash) })))
      throw new UserError(
        `The receipt is of another log: entry ${from} of this one is not the one it proves.`,
      );
    const plan = await readPlan(opened, given);
    // Of content that is gone nothing can be compared, and the plan says so before.
    if (receipt.event === null) await verifyGiven(text, key, plan);
    const report = await replay(context, opened, plan, options.groups ?? null);
    const said = report.differences.some(({ kind }) => kind === 'answer');
    const proved = { leaf_index: from, verifier_key: verifierKey, key_trusted: key !== null };
    context.terminal.out(
      json
        ? JSON.stringify({ ...report, receipt: { ...proved, answer_same: !said } })
        : `${describeProvedRecord(given, { from, isSame: !said })}\n\n${describeReplay(report)}`,
    );
    if (!report.same) throw new UserError('The replay differs from what is on record.');
  });
}

function describeProvedRecord(
  messageId: string,
  { from, isSame }: { readonly from: number; readonly isSame: boolean },
): string {
  const answer = isSame
    ? 'The answer is the same, byte for byte.'
    : 'The answer is not the same, byte for byte.';
  return `The receipt verifies, and entry ${from} of this log is the record of ${messageId}.\n${answer}`;
}

async function verifyGiven(text: string, trustedKey: string | null, plan?: ReplayPlan) {
  const texts = plan === undefined ? {} : { question: plan.question, answer: plan.was.response.answer };
  try {
    return await verifyReceipt(text, { ...receiptChecker, trustedKey, texts });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new UserError(`The receipt does not verify: ${error.message}.`, { cause: error });
  }
}

async function replay(
  context: CommandContext,
  { data, packSearch, tenant }: OpenedPacks,
  plan: ReplayPlan,
  groups: readonly string[] | null,
): Promise<ReplayReport> {
  const config = context.config();
  const log = createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err });
  const languageModels = context.languageModels();
  const opened = await openReplay({ config, data, packSearch, languageModels, log });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(context.terminal, 'Embedding passages');
  try {
    const outcome = await opened.replay(tenant.tenantId, plan, {
      ...{ groups, signal: stopping.signal, onProgress: bar.update },
    });
    if (outcome.kind === 'impossible') throw cannot(outcome.why);
    return outcome.report;
  } finally {
    bar.end();
    process.removeListener('SIGINT', stop);
    await opened.close();
  }
}

function cannot(why: string): UserError {
  return new UserError(`The message cannot be replayed. ${why}`);
}
