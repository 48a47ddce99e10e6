import { queryRequestSchema } from '@avow/contract/query';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { temporaryFolder } from '@avow/storage/testing';
import { expect, test } from 'vitest';
import { composeQueries } from '../../app/compose-queries.ts';
import { openDataFolder } from '../../app/open-data-folder.ts';
import { loadConfig } from '../../config/load-config.ts';
import { openSharedParser } from '../../features/content/test-support/shared-parser.ts';
import { composeGuardrails } from '../../features/policies/compose/compose-guardrails.ts';
import { createSelfRepairingSearch } from '../../features/publication/indexing/self-repairing-search.ts';
import { waitForPackLock } from '../../limits/pack-lock.ts';
import { newTenant } from '../../storage/contract/samples.ts';
import { createBudgets } from '../admission/create-budgets.ts';
import { createScratchRecords } from './create-scratch-records.ts';
import { withScratchQueries } from './with-scratch-queries.ts';

test('answers questions until the signal aborts, and none if it has already aborted', async () => {
  const config = loadConfig({ AVOW_DATA_DIR: temporaryFolder() });
  const data = await openDataFolder(config);
  const { content, access } = data.store;
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
  const parser = openSharedParser();
  const nothing = () => undefined;
  const { records, upkeep } = createScratchRecords(nothing);
  const context = {
    ...{ tenantId, content, records, upkeep, guard: await guards.inForce(tenantId) },
    budgets: createBudgets({
      records,
      clock: systemClock,
      budgets: () => ({ usual: null, tenants: new Map() }),
    }),
    packSearch: createSelfRepairingSearch({
      ...{ content, search: data.search, parser, alone: waitForPackLock(data.tryPackLock) },
      ...{ onFailure: nothing, onRepaired: nothing },
    }),
  };
  const request = queryRequestSchema.parse({ prompt: 'How many days?' });
  const ask = (signal: AbortSignal) =>
    withScratchQueries(
      (context) => composeQueries(parts, context),
      { ...context, signal, clock: systemClock },
      (asking) => asking(request),
    );
  expect(await ask(new AbortController().signal)).toMatchObject({ response: { status: 'delivered' } });
  await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ code: 'shutting_down' });
  await data.close();
});
