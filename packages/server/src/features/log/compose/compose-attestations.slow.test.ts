import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, type TenantId } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { createLogSigner } from '@avow/ledger';
import {
  createMemoryAttestationStore,
  openWitness,
  serveWitness,
  startAuthority,
} from '@avow/ledger/testing';
import { formatWitnessKey } from '@avow/ledger-log/witnesses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTerminal } from '../../../../test/support/record-terminal.ts';
import { openDataFolder } from '../../../app/open-data-folder.ts';
import { runCli } from '../../../cli/run-cli.ts';
import { type Config, loadConfig } from '../../../config/load-config.ts';
import { newTenant, nothingElse, sampleMessage } from '../../../storage/contract/samples.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { composeAttestations } from './compose-attestations.ts';
import { composeLedger } from './compose-ledger.ts';
import { openExport } from './open-export.ts';
import { verifyInstallation } from './open-verification.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'avow-attested-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function exportAll(config: Config, tenantId: TenantId, out: string): Promise<void> {
  const data = await openDataFolder(config);
  const exporting = await openExport(config, data);
  await exporting.exportRecords(tenantId, { scope: { kind: 'all' }, isReadable: () => true, out });
  await exporting.close();
  await data.close();
}

/** A bundle with another proof in the attestations of this kind, and a digest that is right. */
function withProof(bundle: string, kind: string, spoilt: (proof: string) => string): string {
  const [first = '', ...rest] = bundle.match(/[^\n]*\n/g) ?? [];
  const head = JSON.parse(first);
  for (const attestation of head.attestations)
    if (attestation.kind === kind) attestation.proof = spoilt(attestation.proof);
  const body = `${JSON.stringify(head)}\n${rest.slice(0, -1).join('')}`;
  const end = JSON.parse(rest.at(-1) ?? '');
  return `${body}${JSON.stringify({ ...end, sha256: hash('sha256', body, 'hex') })}\n`;
}

describe('composeAttestations', () => {
  it('has logs stamped and cosigned in the background, and verification says since when', async () => {
    const authority = await startAuthority();
    const files = { roots: join(root, 'roots.pem'), policy: join(root, 'policy') };
    writeFileSync(files.roots, authority.rootPem);
    writeFileSync(files.policy, 'quorum none\n');
    const config = loadConfig({
      AVOW_DATA_DIR: join(root, 'data'),
      AVOW_TIME_STAMP_URLS: authority.url,
      AVOW_TIME_STAMP_ROOTS_FILE: files.roots,
      AVOW_WITNESS_POLICY_FILE: files.policy,
    });
    const data = await openDataFolder(config);
    const tenantId = await newTenant(data.store.access);
    for (let count = 0; count < 3; count++)
      await data.store.records.finishMessage(tenantId, sampleMessage(), nothingElse);
    const metrics = createMetrics({ queriesInProgress: () => 0 });
    const parts = { config, data, clock: systemClock, log: createLog('silent') };
    const ledger = composeLedger(parts, { metrics, onFork: () => undefined });
    const witness = await openWitness({
      store: createMemoryAttestationStore(),
      logs: [
        { origin: `avow/${tenantId}`, keys: [await createLogSigner(data.logKey).verifierKey(tenantId)] },
      ],
    });
    const served = await serveWitness(witness);
    writeFileSync(files.policy, `witness w1 ${formatWitnessKey(witness.key)} ${served.url}\nquorum w1\n`);
    const attesting = await composeAttestations(parts, metrics);
    await ledger.start();
    attesting.start();
    for (const source of attesting.sources)
      await expect
        .poll(() => data.store.attestations.lastAttestation(tenantId, source), { timeout: 60_000 })
        .toMatchObject({ size: 3 });
    expect((await metrics.text()).text).toMatch(
      /^avow_attested_timestamp_seconds\{source="witness.*\} 1\d{9}/m,
    );
    await attesting.close();
    await ledger.close();
    await data.close();
    await served.close();
    await authority.close();
    const verify = (given = {}) =>
      verifyInstallation(config, { trustedKey: null, threads: 1, ...given }, { tenant: null });
    const [report] = await verify();
    expect(report?.proved).toMatchObject({ unproved: 0, quorumSize: 3 });
    expect(report?.proved.sources.map(({ by, size, count }) => [by, size, count]).sort()).toEqual([
      ['Authority of the tests', 3, 1],
      ['witness.example/w1', 3, 1],
    ]);
    const none = join(root, 'none');
    writeFileSync(none, 'quorum none\n');
    expect((await verify({ policyFile: none }))[0]?.proved).toMatchObject({ unproved: 1, quorumSize: null });
    const out = join(root, 'bundle.jsonl');
    await exportAll(config, tenantId, out);
    const check = async (file: string, words: readonly string[]) => {
      const { terminal, said } = recordTerminal();
      return { code: await runCli(['audit', 'check', file, '--json', ...words], {}, terminal), ...said() };
    };
    const given = ['--witnesses', files.policy, '--time-stamp-roots', files.roots];
    const proved = JSON.parse((await check(out, given)).out);
    expect(proved).toMatchObject({ sound: true, attestations_unproved: 0, quorum_size: 3 });
    expect(proved.proved_by.map(({ by, size }: { by: string; size: number }) => [by, size]).sort()).toEqual([
      ['Authority of the tests', 3],
      ['witness.example/w1', 3],
    ]);
    expect(JSON.parse((await check(out, [])).out)).toMatchObject({ proved_by: [], attestations_unproved: 2 });
    expect((await check(out, ['--witnesses', join(root, 'nothing')])).code).toBe(2);
    for (const [kind, spoilt] of [
      ['cosignature', (proof: string) => proof.replace(/.{9}(==\n)$/, 'AAAAAAAAA$1')],
      ['time_stamp', () => 'AAAA'],
    ] as const) {
      const changed = join(root, `${kind}.jsonl`);
      writeFileSync(changed, withProof(readFileSync(out, 'utf8'), kind, spoilt));
      const found = await check(changed, given);
      expect([found.code, JSON.parse(found.out)]).toMatchObject([
        1,
        { sound: false, line: 1, code: 'attestation_wrong' },
      ]);
    }
    const database = new DatabaseSync(join(root, 'data', 'avow.db'));
    const spoil = (sql: string) => database.exec(sql);
    const stored = database.prepare("SELECT proof FROM attestations WHERE kind = 'cosignature'").get();
    const proof = String(stored?.['proof']);
    spoil(
      `UPDATE attestations SET proof = '${proof.replace(/.{9}(==\n)$/, 'AAAAAAAAA$1')}' WHERE kind = 'cosignature'`,
    );
    await expect(verify()).rejects.toMatchObject({
      fault: { field: 'attestations, size 3, witness.example/w1', leaves: null },
    });
    spoil(`UPDATE attestations SET proof = '${proof}' WHERE kind = 'cosignature'`);
    spoil("UPDATE attestations SET proof = 'AAAA' WHERE kind = 'time_stamp'");
    await expect(verify()).rejects.toThrow('The attestation does not verify');
    database.close();
  });

  it('refuses to start with a file that it cannot use', async () => {
    const config = (policy: string) => {
      writeFileSync(join(root, 'policy'), policy);
      return loadConfig({ AVOW_DATA_DIR: root, AVOW_WITNESS_POLICY_FILE: join(root, 'policy') });
    };
    const compose = (policy: string) =>
      composeAttestations(
        { config: config(policy), data: {} as never, clock: systemClock, log: createLog('silent') },
        createMetrics({ queriesInProgress: () => 0 }),
      );
    await expect(compose('witness w1 nonsense\nquorum w1\n')).rejects.toThrow(
      'policy, line 1: a key must be',
    );
    await expect(compose('quorum w1\n')).rejects.toThrow('line 1: an earlier line');
  });
});
