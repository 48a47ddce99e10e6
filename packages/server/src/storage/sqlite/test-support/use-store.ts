import { newFolder } from '@avow/storage/testing';
import { afterAll } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import type { Store } from '../../store.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** A store in a folder of its own, for all tests of a file. */
export async function useStore(): Promise<{ readonly store: Store; readonly directory: string }> {
  const folder = newFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });
  return { store, directory: folder.path };
}
