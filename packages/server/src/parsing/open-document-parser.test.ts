import { afterEach, describe, expect, test } from 'vitest';
import {
  type DocumentParser,
  type DocumentParserOptions,
  openDocumentParser,
} from './open-document-parser.ts';
import { parsingLimits } from './parsing-limits.ts';

const processUrl = new URL('./test-support/faulty-parser-process.ts', import.meta.url);
const csv = Buffer.from('a,b\n1,2');
let parser: DocumentParser | null = null;

function open(options: DocumentParserOptions = {}): DocumentParser {
  parser = openDocumentParser(options);
  return parser;
}

afterEach(async () => {
  await parser?.close();
});

/** A file that does as its name says, then one that is read as usual. */
async function faultThenGood(fileName: string, limits: DocumentParserOptions['limits'] = {}) {
  const { parseDocument } = open({ processUrl, limits });
  const [first, second] = await Promise.all([
    parseDocument({ bytes: csv, fileName }),
    parseDocument({ bytes: csv, fileName: 'good.csv' }),
  ]);
  expect(second).toMatchObject({ kind: 'document', text: '| a | b |\n| --- | --- |\n| 1 | 2 |' });
  return first.kind === 'fault' ? first.reason : first.kind;
}

describe('openDocumentParser', () => {
  test('reads files one after another in one process', async () => {
    const { parseDocument } = open({ processUrl });
    const ask = () => parseDocument({ bytes: csv, fileName: 'process.csv' });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one).toMatchObject({ kind: 'document', title: expect.stringMatching(/^\d+$/) });
    expect(other).toEqual(one);
    expect(one).not.toMatchObject({ title: String(process.pid) });
  });

  test('the process has no environment, and neither reads nor writes files', async () => {
    const parsed = await open({ processUrl }).parseDocument({ bytes: csv, fileName: 'process.csv' });
    const { environment, reads, writes } = JSON.parse(parsed.kind === 'document' ? parsed.text : '{}');
    expect({ reads, writes }).toEqual({ reads: false, writes: false });
    // Its channel to this process is all that it is told.
    expect(environment.filter((name: string) => !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });

  test('a file that holds up the process is a fault, and the next one is read', async () => {
    expect(await faultThenGood('hang.csv', { timeMs: 400 })).toBe('took longer than 0.4 s to read');
    expect(await faultThenGood('wait.csv', { timeMs: 400 })).toBe('took longer than 0.4 s to read');
  });

  test('a file that breaks the process is a fault, and the next one is read', async () => {
    expect(await faultThenGood('crash.csv')).toBe('broke the process that reads it');
    expect(await faultThenGood('throw.csv')).toBe('broke the process that reads it');
  });

  test('a file that fills the memory is a fault, in objects as in buffers', async () => {
    const reason = 'needs more memory than reading one file may take';
    expect(await faultThenGood('objects.csv', { memoryMebibytes: 48 })).toBe(reason);
    expect(await faultThenGood('buffers.csv', { memoryMebibytes: 48 })).toBe(reason);
  });

  test('a process that does not start is a fault of each file', async () => {
    const missing = new URL('./test-support/missing-process.ts', import.meta.url);
    expect(await open({ processUrl: missing }).parseDocument({ bytes: csv, fileName: 'a.csv' })).toEqual({
      kind: 'fault',
      reason: 'cannot be read: the reading process does not start',
    });
  });

  test('limits can be lowered for one file', async () => {
    const { parseDocument } = open();
    expect(await parseDocument({ bytes: csv, fileName: 'a.csv', limits: { textBytesMax: 5 } })).toEqual({
      kind: 'fault',
      reason: 'holds more than 5 bytes of text',
    });
    expect((await parseDocument({ bytes: csv, fileName: 'a.csv' })).kind).toBe('document');
    expect(parsingLimits.timeMs).toBe(30_000);
  });
});
