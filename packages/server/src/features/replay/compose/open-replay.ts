import type { MessageId, TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { ModelsSettings } from '@avow/inference';
import type { LogPlace } from '@avow/ledger';
import { composeQueries } from '../../../app/compose-queries.ts';
import { openModels } from '../../../app/models/open-models.ts';
import { openCommandLog } from '../../../app/open-command-log.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { purposeDetail } from '../../log/log.ts';
import { composeGuardrails } from '../../policies/compose/compose-guardrails.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { createInstalled } from '../../rules/compose/compose-rules.ts';
import { planAt } from '../plan-at.ts';
import { type Planned, planReplay, type ReplayPlan } from '../plan-replay.ts';
import { type ReplayOptions, type ReplayOutcome, type ReplaySources, replayMessage } from '../replay.ts';

export interface OpenedReplay {
  /** Asks the question of a record again. The access to the record is on the log before anything is shown. */
  replay(tenantId: TenantId, plan: ReplayPlan, options: Omit<ReplayOptions, 'note'>): Promise<ReplayOutcome>;
  close(): Promise<void>;
}

/** Whether and how a message can be asked again; null: there is no such message. */
export async function readReplayPlan(
  { store }: Pick<DataFolder, 'store'>,
  tenantId: TenantId,
  messageId: MessageId,
): Promise<Planned | null> {
  const record = await store.records.getRecord(tenantId, messageId);
  return record === null ? null : planReplay(record);
}

/** Whether the log of this installation has this leaf at this place. */
export async function isOnLog(
  { store }: Pick<DataFolder, 'store'>,
  tenantId: TenantId,
  { leafIndex, leafHash }: LogPlace,
): Promise<boolean> {
  const [entry] = await store.log.readEntries(tenantId, { from: leafIndex, limit: 1 });
  return entry?.leafIndex === leafIndex && entry.leafHash === leafHash;
}

/** The same plan for another moment, with what cannot be had again. */
export async function moveReplayPlan(
  { store }: Pick<DataFolder, 'store'>,
  tenantId: TenantId,
  plan: ReplayPlan,
  atMs: number,
): ReturnType<typeof planAt> {
  return await planAt(store.log, { tenantId, plan, atMs, nowMs: systemClock.nowMs() });
}

/** Opens what replays messages without a service: the same models and policies as the service has. */
export async function openReplay({
  languageModels,
  packSearch,
  ...given
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly packSearch: SelfRepairingSearch;
  readonly languageModels: ModelsSettings;
  readonly log: Log;
}): Promise<OpenedReplay> {
  const { config, data } = given;
  const { close, ...models } = await openModels(config, languageModels, given.log);
  try {
    const parts = { ...given, ...models, clock: systemClock };
    const { guards } = await composeGuardrails(parts);
    const { records, content, log } = data.store;
    const replaying: ReplaySources = {
      ...{ ...models, records, content, log, packSearch, guards },
      search: data.search,
      clock: systemClock,
      installedRules: createInstalled(parts),
      composeQueries: (context) => composeQueries(parts, context),
    };
    return {
      replay: (tenantId, plan, options) =>
        replayMessage(replaying, tenantId, plan, {
          ...options,
          note: async () => {
            const beside = openCommandLog(config, data);
            // Nothing is appended to a log that is forked.
            await beside.prove().finally(beside.close);
            const read = {
              kind: 'access',
              subject: plan.messageId,
              state: 'read',
              actor: 'operator',
            } as const;
            await log.append(tenantId, [{ ...read, atMs: systemClock.nowMs(), details: purposeDetail() }]);
          },
        }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
