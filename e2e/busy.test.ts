import { expect, it } from 'vitest';
import { disturbances, runBusyCampaign } from './busy/campaign.ts';

it.each(disturbances)(
  'a service that has half a core answers each question or refuses it at the door: %s',
  async (disturbance) => {
    const report = await runBusyCampaign({ disturbance, questions: 12, clients: 4, quota: 0.5 });
    expect(report.faults).toEqual([]);
    const { answered = 0, refused = 0, unembedded = 0, blocked = 0 } = report.counts;
    expect(answered + refused + unembedded + blocked).toBe(12);
    expect(disturbance === 'none' || report.disturbed > 0).toBe(true);
  },
  600_000,
);
