import { serveCalls } from '../threads/serve-calls.ts';
import type { Failure } from '../threads/worker-protocol.ts';

const failure = { message: 'a message that quotes what was asked', code: 'disk I/O error' };

/** Echoes calls, fails on request, and dies on one call. */
serveCalls(() => ({
  groupMax: 4,
  run(calls) {
    if (calls.some(([name]) => name === 'die')) throw new Error('died as asked');
    const failures = calls.flatMap(([name, kind], position) =>
      name === 'fail' ? [[position, { ...failure, kind: kind as Failure['kind'] }] as const] : [],
    );
    return { values: calls.map(([, argument]) => argument), failures };
  },
  close() {},
}));
