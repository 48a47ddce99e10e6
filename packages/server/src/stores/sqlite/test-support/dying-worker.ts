import { serveCalls } from '../serve-calls.ts';

/** Echoes what it is asked, and dies of one call. */
serveCalls(() => ({
  groupMax: 4,
  run(calls) {
    if (calls.some(([name]) => name === 'die')) throw new Error('died as asked');
    return { values: calls.map(([, argument]) => argument), failures: [] };
  },
  close() {},
}));
