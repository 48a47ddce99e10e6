import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { serveSource } from '../process/serve-source.ts';
import type { SourceRequest } from '../process/source-messages.ts';

/** A process that reads sources and was taken over by one, whose address says what it does. */
const channel = serveSource();
const say = (message: unknown) => channel.send(message);
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
    channel.listen(() => say({ kind: 'part', bytes: new Uint8Array(11) }));
  },
  huge: () => say({ kind: 'item', item: { ...file, size: 1e12 } }),
  flood: () => {
    for (let times = 0; times < 1_000; times += 1) say({ kind: 'alive' });
  },
  /** Bytes without a message, one that never ends, and one of many values. */
  noise: () => writeSync(3, Buffer.alloc(4_096, '[')),
  endless: () => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(2_000_000_000, 0);
    writeSync(3, head);
  },
  values: () =>
    say({ kind: 'item', item: { ...file, readers: Array.from({ length: 1_000_000 }, () => []) } }),
  nothing: () => say(null),
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

let fault: (() => void) | undefined;
channel.listen((message) => {
  const request = message as SourceRequest;
  if (request.kind === 'open' && 'url' in request.connection)
    fault = faults[new URL(request.connection.url).hostname.split('.')[0] ?? ''];
  else if (request.kind === 'next') {
    fault?.();
    fault = undefined;
  }
});
