import { expect, it } from 'vitest';
import { onlyNode } from '../features/nodes/nodes.ts';
import { rememberSettings } from './remember-settings.ts';

function createRead() {
  const asked: string[] = [];
  const read = async (key: string) => {
    asked.push(key);
    return `${key} ${asked.length}`;
  };
  return { asked, read };
}

it('reads again only after a change', async () => {
  let version = 'a';
  const { asked, read } = createRead();
  const settings = rememberSettings({ settingsVersion: async () => version }, read);
  expect([await settings.read('one'), await settings.read('one'), await settings.read('two')]).toEqual([
    ...['one 1', 'one 1', 'two 2'],
  ]);
  version = 'b';
  expect([await settings.read('one'), await settings.read('one')]).toEqual(['one 3', 'one 3']);
  settings.forget('one');
  expect(await settings.read('one')).toBe('one 4');
  expect(asked).toHaveLength(4);
});

it('reads again what has changed while it was read', async () => {
  let version = 'a';
  const settings = rememberSettings({ settingsVersion: async () => version }, async () => {
    const value = version;
    version = 'b';
    return value;
  });
  expect([await settings.read(''), await settings.read('')]).toEqual(['a', 'b']);
});

it('keeps nothing of a read that failed', async () => {
  let isBroken = true;
  const settings = rememberSettings({ settingsVersion: async () => 'a' }, async () => {
    if (isBroken) throw new Error('broken');
    return 'read';
  });
  await expect(settings.read('')).rejects.toThrow('broken');
  isBroken = false;
  expect(await settings.read('')).toBe('read');
});

it('reads each time if nobody knows of changes', async () => {
  const { read } = createRead();
  const settings = rememberSettings(onlyNode, read);
  expect([await settings.read('one'), await settings.read('one')]).toEqual(['one 1', 'one 2']);
});
