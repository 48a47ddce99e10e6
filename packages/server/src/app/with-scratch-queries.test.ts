import { queryRequestSchema } from '@avow/contract';
import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { loadConfig } from '../config/load-config.ts';
import { createForgetfulRecords } from '../evaluating/create-forgetful-records.ts';
import { keepSearchWhole } from '../knowledge/keep-search-whole.ts';
import { waitForTurn } from '../knowledge/pack-work.ts';
import { createLog } from '../log/create-log.ts';
import { createBudgets } from '../query/create-budgets.ts';
import { newTenant } from '../stores/contract/samples.ts';
import { temporaryFolder } from '../stores/sqlite/test-support/temporary-folder.ts';
import { composeGuardrails } from './compose-guardrails.ts';
import { openDataFolder } from './open-data-folder.ts';
import { withScratchQueries } from './with-scratch-queries.ts';

test('questions are answered until the signal says otherwise, also where it had said so before', async () => {
  const config = loadConfig({ AVOW_DATA_DIR: temporaryFolder() });
  const data = await openDataFolder(config);
  const { knowledge, access } = data.store;
  const models = {
    encoder: null,
    reader: null,
    screener: null,
    guardModel: null,
    tiers: [],
    refinement: null,
  };
  const parts = { ...models, config, data, clock: systemClock, log: createLog('silent') };
  const { guards } = await composeGuardrails(parts);
  const tenantId = await newTenant(access);
  const nothing = () => undefined;
  const { records, upkeep } = createForgetfulRecords(nothing);
  const place = {
    ...{ tenantId, knowledge, records, upkeep, guard: await guards.inForce(tenantId) },
    budgets: createBudgets({ records, clock: systemClock, budgets: { usual: null, tenants: new Map() } }),
    whole: keepSearchWhole({
      ...{ knowledge, search: data.search, alone: waitForTurn(data.tryAlone) },
      ...{ onFailure: nothing, onMended: nothing },
    }),
  };
  const request = queryRequestSchema.parse({ prompt: 'How many days?' });
  const ask = (signal: AbortSignal) =>
    withScratchQueries(parts, { ...place, signal }, (asking) => asking(request));
  expect(await ask(new AbortController().signal)).toMatchObject({ response: { status: 'delivered' } });
  await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ code: 'shutting_down' });
  await data.close();
});
