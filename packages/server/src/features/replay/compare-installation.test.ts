import { newId, type TenantId } from '@avow/foundation';
import { formatEntry } from '@avow/ledger-log/entries';
import { describe, expect, it } from 'vitest';
import { compareInstallation } from './compare-installation.ts';

const tenantId: TenantId = newId('ten', 1);
const packId = newId('pack', 1);

function entryOf(kind: string, subject: string, version: string, leafIndex: number) {
  const text = formatEntry({
    ...{ kind, tenantId, subject, state: 'in_use', time: '2026-01-02T03:04:05.678Z', actor: '' },
    ...{ details: [['version', version] as const], commitments: [] },
  });
  return { leafIndex, leafHash: '', text };
}

const entries = [
  entryOf('software', '1.0.0', '1.0.0', 0),
  entryOf('settings', 'aaa', 'aaa', 1),
  entryOf('pack', packId, '3', 2),
];
const log = { readEntries: async (_: TenantId, { from }: { from: number }) => entries.slice(from, from + 1) };
const installedAs = (software: string, settings: string) => async () =>
  [
    { kind: 'software', version: software },
    { kind: 'settings', version: settings },
  ].map((rule) => ({ ...rule, details: [], content: '' }) as never);

describe('compareInstallation', () => {
  it('finds what answers now and did not then', async () => {
    const plan = { rules: [0, 1, 2], packVersions: [{ packId, version: 3 }] };
    expect(
      await compareInstallation({ log, installed: installedAs('1.0.0', 'aaa') }, tenantId, plan),
    ).toEqual({
      changes: [],
      unnamed: [],
    });
    expect(
      await compareInstallation({ log, installed: installedAs('1.1.0', 'aaa') }, tenantId, plan),
    ).toEqual({
      changes: [{ kind: 'software', was: '1.0.0', now: '1.1.0' }],
      unnamed: [],
    });
  });

  it('names versions that the log does not, and says nothing of records that name no entries', async () => {
    const parts = { log, installed: installedAs('2.0.0', 'bbb') };
    const packVersions = [{ packId, version: 4 }];
    const { unnamed } = await compareInstallation(parts, tenantId, { rules: [0, 2], packVersions });
    expect(unnamed).toEqual(packVersions);
    const nothing = { changes: [], unnamed: [] };
    expect(await compareInstallation(parts, tenantId, { rules: [], packVersions })).toEqual(nothing);
  });
});
