import { expect, it } from 'vitest';
import { runNodesCampaign } from './nodes/campaign.ts';

/** Drawn so that each fault takes a second or two. */
const seed = 88;
const kinds = ['node killed', 'clock moved', 'node frozen', 'database crashed', 'connections cut'] as const;

it('loses, doubles and forks nothing while nodes, clocks, the database and connections fail', async () => {
  const { problems, acknowledged, streams } = await runNodesCampaign({ faults: kinds.length, kinds, seed });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(15);
  expect(streams).toBeGreaterThan(0);
});
