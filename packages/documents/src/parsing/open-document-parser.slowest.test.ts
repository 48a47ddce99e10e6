import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mayConfine } from '@avow/confinement';
import { afterEach, describe, expect, test } from 'vitest';
import { splitDocument as splitHere } from '../splitting/split-document.ts';
import {
  type DocumentParser,
  type DocumentParserOptions,
  openDocumentParser,
} from './open-document-parser.ts';
import { parsingLimits } from './parsing-limits.ts';

const processUrl = new URL('./test-support/faulty-parser-process.ts', import.meta.url);
const csv = Buffer.from('a,b\n1,2');
let parser: DocumentParser | null = null;

function open(options: Partial<DocumentParserOptions> = {}): DocumentParser {
  parser = openDocumentParser({ processUrl, ...options });
  return parser;
}

afterEach(async () => {
  await parser?.close();
});

/** Parses a file that does what its name says, then an ordinary one. */
async function faultThenGood(fileName: string, limits: DocumentParserOptions['limits'] = {}) {
  const { parseDocument } = open({ limits });
  const [first, second] = await Promise.all([
    parseDocument({ bytes: csv, fileName }),
    parseDocument({ bytes: csv, fileName: 'good.csv' }),
  ]);
  expect(second).toMatchObject({ kind: 'document', text: '| a | b |\n| --- | --- |\n| 1 | 2 |' });
  return first.kind === 'fault' ? first.reason : first.kind;
}

/** The process that reads the files of an owner. */
async function processOf(parser: DocumentParser, owner: string): Promise<number> {
  const parsed = await parser.forOwner(owner).parseDocument({ bytes: csv, fileName: 'process.csv' });
  return Number(parsed.kind === 'document' ? parsed.title : null);
}

describe('openDocumentParser', () => {
  test('reads files one after another in one process', async () => {
    const { parseDocument } = open();
    const ask = () => parseDocument({ bytes: csv, fileName: 'process.csv' });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one).toMatchObject({ kind: 'document', title: expect.stringMatching(/^\d+$/) });
    expect(other).toEqual(one);
    expect(one).not.toMatchObject({ title: String(process.pid) });
  });

  test('reads files of others while one takes all its time, and serves them in turn', async () => {
    const parser = open();
    const read = (owner: string, fileName: string) =>
      parser.forOwner(owner).parseDocument({ bytes: csv, fileName });
    const processId = await processOf(parser, 'slow');
    const slow = read('slow', 'wait.csv');
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    const many = Array.from({ length: 10 }, () => read('many', 'good.csv').then(note('many')));
    const split = parser
      .forOwner('third')
      .splitDocument({ format: 'text', text: 'Good.' })
      .then(note('third'));
    await Promise.all([...many, read('few', 'good.csv').then(note('few')), split]);
    expect(ended.slice(0, 4)).toEqual(['many', 'third', 'few', 'many']);
    expect(ended).toHaveLength(12);
    process.kill(processId, 'SIGKILL');
    expect((await slow).kind).toBe('fault');
  });

  test('never reads files of two owners in one process', async () => {
    const parser = open();
    const ids: number[] = [];
    for (const owner of ['a', 'b', 'b', 'c', 'a']) ids.push(await processOf(parser, owner));
    const [a, b, again, c, later] = ids;
    expect(again).toBe(b);
    expect(new Set([a, b, c, later]).size).toBe(4);
    expect(existsSync(`/proc/${a}`)).toBe(false);
  });

  test('refuses files of an owner that has too many waiting, and still reads those of others', async () => {
    const parser = open();
    const read = (owner: string) =>
      parser.forOwner(owner).parseDocument({ bytes: csv, fileName: 'good.csv' });
    const many = Promise.allSettled(Array.from({ length: 70 }, () => read('many')));
    expect((await read('few')).kind).toBe('document');
    const refused = (await many).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } });
  });

  test('gives the process no environment, files, threads, processes or network', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const targets = Buffer.from(
      `${port},${fileURLToPath(new URL('../../../../package.json', import.meta.url))}`,
    );
    const parsed = await open().parseDocument({ bytes: targets, fileName: 'process.csv' });
    await new Promise((resolve) => server.close(resolve));
    const { environment, connects, ...rights } = JSON.parse(parsed.kind === 'document' ? parsed.text : '{}');
    expect(rights).toEqual({ reads: false, lists: false, writes: false, threads: false, processes: false });
    // Only Linux takes the network away.
    expect(connects).toBe(!mayConfine());
    expect(environment).toEqual([]);
    if (mayConfine()) {
      const status = readFileSync(`/proc/${parsed.kind === 'document' ? parsed.title : ''}/status`, 'latin1');
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
      expect(status).toMatch(/^Seccomp:\s+2$/m);
    }
  });

  test('reports a file that blocks the process, and reads the next one', async () => {
    expect(await faultThenGood('hang.csv', { timeMs: 400 })).toBe('took longer than 0.4 s to read');
    expect(await faultThenGood('wait.csv', { timeMs: 400 })).toBe('took longer than 0.4 s to read');
  });

  test('reports a file that crashes the process, and reads the next one', async () => {
    expect(await faultThenGood('crash.csv')).toBe('broke the process that reads it');
    expect(await faultThenGood('throw.csv')).toBe('broke the process that reads it');
  });

  test('survives a process that was taken over, whatever it says', async () => {
    for (const fileName of ['nothing.csv', 'noise.csv', 'endless.csv', 'shapeless.csv', 'half.csv'])
      expect(await faultThenGood(fileName)).toBe('broke the process that reads it');
  });

  test('reports a file that fills the memory with objects or buffers', async () => {
    const reason = 'needs more memory than reading one file may take';
    expect(await faultThenGood('objects.csv', { memoryMebibytes: 48 })).toBe(reason);
    expect(await faultThenGood('buffers.csv', { memoryMebibytes: 48 })).toBe(reason);
  });

  test('reports a process that does not start for each file', async () => {
    const missing = new URL('./test-support/missing-process.ts', import.meta.url);
    expect(await open({ processUrl: missing }).parseDocument({ bytes: csv, fileName: 'a.csv' })).toEqual({
      kind: 'fault',
      reason: 'cannot be read: the parsing process does not start',
    });
  });

  test('applies lower limits to one file', async () => {
    const { parseDocument } = open();
    expect(await parseDocument({ bytes: csv, fileName: 'a.csv', limits: { textBytesMax: 5 } })).toEqual({
      kind: 'fault',
      reason: 'holds more than 5 bytes of text',
    });
    expect((await parseDocument({ bytes: csv, fileName: 'a.csv' })).kind).toBe('document');
    expect(parsingLimits.timeMs).toBe(30_000);
  });

  test('releases what it read while the process keeps running', async () => {
    const { parseDocument } = open();
    const read: WeakRef<object>[] = [];
    for (let count = 0; count < 5; count += 1)
      read.push(new WeakRef(await parseDocument({ bytes: csv, fileName: 'good.csv' })));
    await parseDocument({ bytes: csv, fileName: 'good.csv' });
    await expect
      .poll(() => {
        collectGarbage();
        return read.filter((one) => one.deref() !== undefined).length;
      })
      .toBe(0);
  });
});

describe('splitting a document', () => {
  const paragraphs = Array.from({ length: 600 }, (_, n) => `## Part ${n}\n\nThe word 🥐 number ${n}.`);
  const markdown = { format: 'markdown', text: paragraphs.join('\n\n') } as const;

  test('returns the same passages as splitting in this process, in order', async () => {
    const { splitDocument } = open();
    expect(await splitDocument(markdown)).toEqual({ kind: 'passages', passages: splitHere(markdown) });
    const plain = { ...markdown, format: 'text' } as const;
    expect(await splitDocument(plain)).toEqual({ kind: 'passages', passages: splitHere(plain) });
    expect(await splitDocument({ format: 'text', text: '' })).toEqual({ kind: 'passages', passages: [] });
  });

  test('reports a text that blocks or crashes the process, and splits the next one', async () => {
    const { splitDocument } = open({ limits: { splitTimeMs: 400 } });
    const [late, broken, good] = await Promise.all([
      splitDocument({ format: 'text', text: 'hang' }),
      splitDocument({ format: 'text', text: 'crash' }),
      splitDocument({ format: 'text', text: 'Good.' }),
    ]);
    expect(late).toEqual({ kind: 'fault', reason: 'took longer than 0.4 s to read' });
    expect(broken).toEqual({ kind: 'fault', reason: 'broke the process that reads it' });
    expect(good).toMatchObject({ passages: [{ text: 'Good.', start: 0, end: 5 }] });
  });

  test('takes little time on the calling thread, however long the splitting takes', async () => {
    const { splitDocument } = open();
    const large = { ...markdown, text: `${markdown.text}\n\n`.repeat(30) };
    splitHere(markdown);
    const here = process.threadCpuUsage();
    const passages = splitHere(large);
    const hereMs = usedMs(here);
    await splitDocument(markdown);
    // The least of three: garbage of other tests may be collected meanwhile.
    const askingMs: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      const asking = process.threadCpuUsage();
      const split = await splitDocument(large);
      askingMs.push(usedMs(asking));
      expect(split).toMatchObject({ kind: 'passages', passages: { length: passages.length } });
    }
    expect(Math.min(...askingMs)).toBeLessThan(hereMs / 2);
  });
});

/** Processor time since then. */
function usedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
