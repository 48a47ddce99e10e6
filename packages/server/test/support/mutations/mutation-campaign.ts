import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseAnchorLines } from '@avow/ledger/testing';
import { ArchiveFaultFound, type Fault, RangeInspector, verifyArchive } from '@avow/ledger/verification';
import { hmacSha256, KeyRing } from '@avow/storage/sealing';
import { databasePath, sqliteStatements } from '@avow/storage/threads';
import { signingKeyOf } from '../../../src/features/log/compose/open-verification.ts';
import { sha256 } from '../../../src/features/log/store/make-entry.ts';
import { createSqliteArchive } from '../../../src/features/records/store/archive/create-sqlite-archive.ts';
import { readLogKey } from '../../../src/secrets/log-key.ts';
import { readMasterKey } from '../../../src/secrets/master-key.ts';
import { type AuditedFolder, buildAuditedFolder } from '../audited-folder.ts';
import { historyMutations } from './history-mutations.ts';
import { logMutations } from './log-mutations.ts';
import { type Expected, isExpected, type Mutate, type VerifiedEvidence } from './mutation.ts';
import { createSeededRandom } from './random.ts';
import { recordMutations } from './record-mutations.ts';
import { addRightsHistory, type RightsHistory } from './rights-history.ts';
import { rightsMutations } from './rights-mutations.ts';
import { signByAnother, signedMutations } from './signed-mutations.ts';

export interface MutationReport {
  readonly mutations: number;
  /** The number of mutations of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Mutations that were not found, or reported elsewhere. */
  readonly faults: readonly string[];
}

interface Tampered extends Omit<VerifiedEvidence, 'database' | 'random'> {
  readonly database: DatabaseSync;
}

/** The fault that is found; null if everything verifies. */
async function verify({ database, masterKey, logKey, anchors }: Tampered): Promise<Fault | null> {
  const archive = createSqliteArchive(database, new KeyRing(sqliteStatements(database), masterKey));
  const digests = { sha256, hmac: hmacSha256 };
  const signingKey = signingKeyOf(createPublicKey(logKey));
  const verifying = verifyArchive(
    {
      ...{ archive, digests, signingKey },
      others: { policy: null, witnesses: [], roots: [], verify: async () => false },
      anchored: (tenantId) => parseAnchorLines(anchors.get(tenantId) ?? []),
      anchoredTenants: async () => [...anchors.keys()],
      inspectRecords: async (tenantId, size, onProgress) =>
        new RangeInspector({ archive, digests, tenantId }).inspect({ start: 0, end: size }, onProgress),
    },
    { tenant: null },
  );
  return await verifying.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ArchiveFaultFound) return error.fault;
      throw error;
    },
  );
}

async function readEvidence({ config, tenantIds }: AuditedFolder, rights: RightsHistory): Promise<Tampered> {
  const masterKey = await readMasterKey(config.masterKeyFile);
  const logKey = await readLogKey(config.logKeyFile);
  if (masterKey === null || logKey === null) throw new Error('a key is missing');
  const database = new DatabaseSync(databasePath(config.dataDir), { enableForeignKeyConstraints: false });
  database.exec('PRAGMA ignore_check_constraints = ON');
  const linesOf = (tenantId: string) =>
    readFileSync(join(config.anchorDir, `${tenantId}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n');
  const anchors = new Map([...tenantIds, rights.tenantId].map((id) => [id, linesOf(id)]));
  return { database, masterKey, logKey, anchors };
}

/** Tampers with an installation many times, one change after the other, and verifies after each. */
export async function runMutations(options: {
  readonly directory: string;
  readonly count: number;
  readonly seed: number;
  /** Only of records, log and keys, or only of people, keys of applications and policies. */
  readonly of?: 'records' | 'rights';
  readonly onDone?: (done: number) => void;
}): Promise<MutationReport> {
  const folder = await buildAuditedFolder(options.directory);
  const rights = await addRightsHistory(folder.config);
  const evidence = await readEvidence(folder, rights);
  const untouched = await verify(evidence);
  if (untouched !== null) throw new Error(`before anything was changed: ${JSON.stringify(untouched)}`);
  const signed = signedMutations(await signByAnother(evidence.database));
  const groups = {
    records: [recordMutations, logMutations, historyMutations, signed],
    rights: [rightsMutations(rights)],
  };
  const chosen = options.of === undefined ? Object.values(groups).flat() : groups[options.of];
  const random = createSeededRandom(options.seed);
  const kinds: Record<string, number> = {};
  const faults: string[] = [];
  for (let done = 0; done < options.count; ) {
    const tried = await tryMutation(evidence, random.pick(random.pick(chosen)), random);
    if (tried === null) continue;
    const { expected, fault } = tried;
    kinds[expected.what] = (kinds[expected.what] ?? 0) + 1;
    if (fault !== null) faults.push(`${done}, ${fault}`);
    done += 1;
    options.onDone?.(done);
  }
  evidence.database.close();
  return { mutations: options.count, kinds, faults };
}

/** Null: it could not be done here. */
async function tryMutation(
  evidence: Tampered,
  mutate: Mutate,
  random: VerifiedEvidence['random'],
): Promise<{ readonly expected: Expected; readonly fault: string | null } | null> {
  const tampered = { ...evidence, random, anchors: new Map(evidence.anchors) };
  evidence.database.exec('BEGIN');
  try {
    const expected = apply(mutate, tampered);
    if (expected === null) return null;
    return { expected, fault: judge(await verify(tampered), expected) };
  } finally {
    evidence.database.exec('ROLLBACK');
  }
}

/** SQLITE_CONSTRAINT, whatever the constraint. */
const constraint = 19;

/** Whether SQLite itself refused to store it, so that nothing was tampered with. */
function apply(mutate: Mutate, evidence: VerifiedEvidence): Expected | null {
  try {
    return mutate(evidence);
  } catch (error) {
    const isRefused =
      error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === constraint;
    if (isRefused) return null;
    throw error;
  }
}

function judge(found: Fault | null, expected: Expected): string | null {
  if (found === null) return `not found: ${expected.what} ${JSON.stringify(expected)}`;
  if (isExpected(found, expected)) return null;
  return `found elsewhere: ${JSON.stringify(expected)} as ${JSON.stringify(found)}`;
}
