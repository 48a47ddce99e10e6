import { serveCalls } from '../threads/serve-calls.ts';
import type { Failure } from '../threads/worker-protocol.ts';

const failure = { message: 'a message that quotes what was asked', code: 'disk I/O error' };

const pauseMs = 100;

/** Echoes calls, counts those of a group, pauses, fails on request, and dies on one call. */
serveCalls(() => ({
  groupMax: 4,
  run(calls) {
    if (calls.some(([name]) => name === 'die')) throw new Error('died as asked');
    if (calls.some(([name]) => name === 'pause')) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
    const failures = calls.flatMap(([name, [kind]], position) =>
      name === 'fail' ? [[position, { ...failure, kind: kind as Failure['kind'] }] as const] : [],
    );
    return {
      values: calls.map(([name, [value]]) => (name === 'countGroup' ? calls.length : value)),
      failures,
    };
  },
  close() {},
}));
