import { expect, it } from 'vitest';
import { runNodesCampaign } from './nodes/campaign.ts';

/** Drawn so that nodes and the database are ended, and connections cut, within a few seconds. */
const seed = 5;

it('loses, doubles and forks nothing while nodes, the database and connections fail', async () => {
  const { problems, acknowledged, streams } = await runNodesCampaign({ faults: 5, seed });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(15);
  expect(streams).toBeGreaterThan(0);
}, 240_000);
