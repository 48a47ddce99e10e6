import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { type AuditedFolder, buildAuditedFolder } from './audited-folder.ts';
import { recordTerminal } from './record-terminal.ts';

export type Env = Readonly<Record<string, string>>;

/** A copy of one audited data folder for each test of a file, and a path beside it where a new key can be. */
export interface CopiedFolder {
  /** The folder that all copies are in. */
  readonly root: string;
  readonly built: AuditedFolder;
  readonly dataDir: string;
  readonly newFile: string;
  /** Runs a command on the copy. */
  avow(
    words: readonly string[],
    env?: Env,
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
}

/** To be called once in a test file, outside of its tests. */
export function copyAuditedFolder(name: string): CopiedFolder {
  let root = '';
  let built: AuditedFolder | null = null;
  let dataDir = '';
  let tests = 0;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), `avow-${name}-`));
    built = await buildAuditedFolder(join(root, 'built'));
  }, 60_000);
  beforeEach(() => {
    dataDir = join(root, `test-${tests++}`);
    cpSync(join(root, 'built'), dataDir, { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    get root() {
      return root;
    },
    get built() {
      if (built === null) throw new Error('the folder is built before the first test');
      return built;
    },
    get dataDir() {
      return dataDir;
    },
    get newFile() {
      return `${dataDir}.key`;
    },
    async avow(words, env = {}) {
      const { terminal, said } = recordTerminal();
      const all = { AVOW_DATA_DIR: dataDir, AVOW_SEARCH_BY_MEANING: 'off', ...env };
      return { code: await runCli(words, all, terminal), ...said() };
    },
  };
}
