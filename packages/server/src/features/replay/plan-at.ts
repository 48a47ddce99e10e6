import { formatTime } from '@avow/contract/values';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import { rulesAt } from '../rules/rules.ts';
import type { ReplayPlan } from './plan-replay.ts';

/** A plan for another moment. */
interface MovedPlan {
  readonly plan: ReplayPlan;
  /** What was not as it was at that moment, and cannot be had again. */
  readonly notes: readonly string[];
}

const detailOf = ({ details }: LogEntry, name: string) =>
  details.find(([named]) => named === name)?.[1] ?? null;

/**
 * How to ask the question as it would have been answered at another moment: of the versions of its packs, and under the policy,
 * that were in force then, as the log says.
 */
export async function planAt(
  log: Pick<LogStore, 'listLogEvents'>,
  {
    tenantId,
    plan,
    atMs,
    nowMs,
  }: {
    readonly tenantId: TenantId;
    readonly plan: ReplayPlan;
    readonly atMs: number;
    readonly nowMs: number;
  },
): Promise<MovedPlan> {
  const events: Parameters<typeof rulesAt>[0] = {
    listLogEvents: async (...given) =>
      (await log.listLogEvents(...given)).map(({ text, ...place }) => ({
        ...place,
        entry: parseEntry(text),
      })),
  };
  const entriesAt = async (ms: number) =>
    (await rulesAt(events, tenantId, formatTime(ms))).inForce.map(({ entry }) => entry);
  const [then, now] = [await entriesAt(atMs), await entriesAt(nowMs)];
  const packVersions = plan.packVersions.flatMap(({ packId }): PackVersion[] => {
    const entry = then.find(({ kind, subject }) => kind === 'pack' && subject === packId);
    const version = entry === undefined ? null : detailOf(entry, 'version');
    return version === null ? [] : [{ packId, version: Number(version) }];
  });
  const policy = then.find(({ kind }) => kind === 'policy');
  const policyVersion = policy === undefined ? null : detailOf(policy, 'version');
  return {
    plan: { ...plan, packVersions, policyVersion: policyVersion ?? plan.policyVersion, asOfMs: atMs },
    notes: [
      ...plan.packVersions
        .filter(({ packId }) => !packVersions.some((one) => one.packId === packId))
        .map(({ packId }) => `The content pack ${packId} was not published at that time.`),
      ...(policyVersion === null
        ? ['The log names no policy at that time: it was asked under that of the record.']
        : []),
      ...noteOthers(then, now),
    ],
  };
}

const others = {
  calibration: 'The calibration',
  models: 'The models',
  settings: 'The settings',
  software: 'The release',
} as const;

/** What answers now is what is installed now. */
function noteOthers(then: readonly LogEntry[], now: readonly LogEntry[]): string[] {
  return Object.entries(others).flatMap(([kind, name]) => {
    const [was, is] = [then, now].map((entries) => entries.find((entry) => entry.kind === kind)?.subject);
    if (was === is) return [];
    const named = was === undefined ? 'the log does not name it' : `it was ${was}`;
    return [`${name} was another at that time (${named}): the present one was used.`];
  });
}
