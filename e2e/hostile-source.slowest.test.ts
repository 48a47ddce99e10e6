import { expect, it } from 'vitest';
import { runHostileSourceCampaign } from './hostile-source-campaign.ts';

it('a source that the service was killed with is held back at the next start', async () => {
  const report = await runHostileSourceCampaign({ readings: 2 });
  expect(report).toEqual({ kills: 2, readings: 2, pauses: 0, faults: [] });
});
