import { readFileSync } from 'node:fs';
import { atOnce } from '@avow/storage';
import { KeyRing, openRecordSecrets } from '@avow/storage/sealing';
import { newFolder } from '@avow/storage/testing';
import { databasePath, migrateSqlite, openForWriting, sqliteStatements } from '@avow/storage/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';

const rowsMax = 500;

/** A database with this many secrets, each with its content. */
function openFilled(count: number) {
  const folder = newFolder();
  const database = openForWriting({ directory: folder.path, busyTimeoutMs: 0 });
  migrateSqlite(database, sqliteMigrations);
  database.exec(
    "INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES ('ten_1', 'one', 'active', 1)",
  );
  const recordSecrets = openRecordSecrets(
    sqliteStatements(database),
    new KeyRing(sqliteStatements(database), sampleMasterKey),
  );
  const inTransaction = (work: () => void) => {
    database.exec('BEGIN');
    work();
    database.exec('COMMIT');
  };
  const numbers: Array<readonly [secretNo: number, contentNo: number]> = [];
  inTransaction(() => {
    for (let index = 0; index < count; index++) {
      const { secret, secretNo } = atOnce(recordSecrets.newSecret('ten_1', `msg_${index}`));
      numbers.push([
        secretNo,
        atOnce(
          recordSecrets.putContent('ten_1', secret, {
            packed: 'content '.repeat((index * 7) % 90),
            audience: null,
          }),
        ),
      ]);
    }
  });
  const blobs = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Buffer.from(Object.values(row)[0] as Uint8Array));
  const stored = [
    ...blobs('SELECT secret FROM record_secrets'),
    ...blobs('SELECT substr(content, 1, 28) FROM record_contents'),
  ];
  return {
    stored,
    wipe: (from: number, to: number) =>
      inTransaction(() => {
        for (const [secretNo, contentNo] of numbers.slice(from, to)) {
          atOnce(recordSecrets.wipeSecret(secretNo));
          atOnce(recordSecrets.wipeContent(contentNo));
        }
      }),
    dropAll() {
      let dropped = rowsMax;
      while (dropped >= rowsMax)
        inTransaction(() => {
          dropped = atOnce(recordSecrets.dropWiped(rowsMax));
        });
    },
    rows: () => blobs('SELECT secret FROM record_secrets').length,
    read() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return readFileSync(databasePath(folder.path));
    },
    close() {
      database.close();
      folder.remove();
    },
  };
}

/** How many of these are anywhere in the file. */
function countIn(file: Buffer, sought: readonly Buffer[]): number {
  const byBeginning = Map.groupBy(sought, (bytes) => bytes.readUInt32LE());
  const found = new Set<Buffer>();
  for (let offset = 0; offset + 4 <= file.length; offset++) {
    for (const bytes of byBeginning.get(file.readUInt32LE(offset)) ?? []) {
      if (file.subarray(offset, offset + bytes.length).equals(bytes)) found.add(bytes);
    }
  }
  return found.size;
}

describe('wiped rows', () => {
  it('[CON-13-01] leave no copies of other rows when they are deleted', () => {
    const count = 2600;
    const steps = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(steps, (given) => {
        const { stored, wipe, dropAll, read, close } = openFilled(count);
        let wiped = 0;
        for (const more of given) {
          wipe(wiped, wiped + more);
          wiped += more;
          dropAll();
        }
        wipe(wiped, count);
        expect(countIn(read(), stored)).toBe(0);
        close();
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('are deleted except for a margin, and live rows stay', () => {
    const { stored, wipe, dropAll, rows, read, close } = openFilled(3000);
    wipe(0, 2900);
    dropAll();
    expect(rows()).toBe(1100);
    const living = [...stored.slice(2900, 3000), ...stored.slice(5900)];
    expect(countIn(read(), living)).toBe(living.length);
    wipe(2900, 3000);
    dropAll();
    expect(rows()).toBe(1001);
    close();
  });
});
