import { readFileSync, writeFileSync } from 'node:fs';
import { serveSource } from '../process/serve-source.ts';
import type { SourceRequest } from '../process/source-messages.ts';

/** A process that reads sources and was taken over by one, whose address says what it does. */
const say = (message: unknown) => void process.send?.(message);
const file = {
  kind: 'file',
  key: 'a',
  path: 'a.md',
  version: '',
  notes: '',
  title: null,
  url: null,
  readers: null,
};

const faults: Readonly<Record<string, () => void>> = {
  loop: () => {
    for (;;) Math.random();
  },
  exit: () => process.exit(0),
  throw: () => {
    setImmediate(() => {
      throw new Error('out of order');
    });
  },
  buffers: () => {
    const held: Buffer[] = [];
    setInterval(() => held.push(Buffer.alloc(32 * 1024 * 1024, 1)), 5);
  },
  heap: () => {
    const held: unknown[] = [];
    for (;;) held.push({ number: held.length, list: [held.length] });
  },
  unasked: () => {
    for (let times = 0; times < 20; times += 1) say({ kind: 'item', item: { kind: 'unchanged', key: 'a' } });
  },
  shapeless: () => say({ kind: 'item', item: { kind: 'removed', key: { length: 1 } } }),
  named: () => say({ kind: 'item', item: { kind: 'unchanged', key: 'a'.repeat(5_000) } }),
  larger: () => {
    say({ kind: 'item', item: { ...file, size: 10 } });
    process.once('message', () => say({ kind: 'part', bytes: new Uint8Array(11) }));
  },
  huge: () => say({ kind: 'item', item: { ...file, size: 1e12 } }),
  flood: () => {
    for (let times = 0; times < 1_000; times += 1) say({ kind: 'alive' });
  },
  /** What it can reach. */
  look: () => {
    const tried = (work: () => unknown) => {
      try {
        return String(work());
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? 'failed';
      }
    };
    const found = [
      Object.keys(process.env).length,
      tried(() => readFileSync('/etc/passwd')),
      tried(() => writeFileSync('/tmp/avow-reached', '')),
      tried(() => process.getBuiltinModule('node:child_process').execFileSync('true')),
    ];
    say({ kind: 'fault', code: 'invalid', message: found.join(' ') });
  },
};

serveSource();
process.removeAllListeners('message');
let fault: (() => void) | undefined;
process.on('message', (request: SourceRequest) => {
  if (request.kind === 'open' && 'url' in request.connection)
    fault = faults[new URL(request.connection.url).hostname.split('.')[0] ?? ''];
  else if (request.kind === 'next') {
    fault?.();
    fault = undefined;
  }
});
