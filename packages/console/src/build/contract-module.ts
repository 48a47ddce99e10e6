import { operations } from '@avow/contract';
import type { Plugin } from 'vite';

const name = 'virtual:avow-contract';

/**
 * What the pages need of the contract while they run: where each operation is, and who may call it. The schemas stay out of
 * the browser: they would be a third of its first view.
 */
export function contractModule(): Plugin {
  const calls = Object.fromEntries(
    Object.entries(operations).map(([id, { method, path, scope }]) => [id, { method, path, scope }]),
  );
  return {
    name: 'avow-contract',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const calls = ${JSON.stringify(calls)};` : null),
  };
}
