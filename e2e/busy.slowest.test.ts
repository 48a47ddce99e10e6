import { expect, it } from 'vitest';
import { disturbances, runBusyCampaign } from './busy/campaign.ts';

it('a service that has half a core answers each question or refuses it at the door, whatever happens meanwhile', async () => {
  const reports = await runBusyCampaign({ disturbances, questions: 4, clients: 2, quota: 0.5, pages: 1 });
  for (const { disturbance, faults, counts, disturbed } of reports) {
    expect(faults, disturbance).toEqual([]);
    const { answered = 0, refused = 0, unembedded = 0, blocked = 0 } = counts;
    expect(answered + refused + unembedded + blocked, disturbance).toBe(4);
    expect(disturbance === 'none' || disturbed > 0, disturbance).toBe(true);
  }
  expect(reports).toHaveLength(disturbances.length);
});
