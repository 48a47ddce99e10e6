import { expect, it } from 'vitest';
import { runCrashCampaign } from './crash-campaign.ts';

it('[CON-4-17] [CON-4-18] loses and duplicates nothing that it acknowledged through 6 kills under load', async () => {
  const report = await runCrashCampaign({ kills: 6 });
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(60);
  expect(report.retried).toBeGreaterThan(6);
  expect(report.reported).toBeGreaterThan(6);
});
