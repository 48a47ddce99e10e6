import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { Worker } from 'node:worker_threads';
import { splitDocument } from '../../splitting/split-document.ts';
import type { FileToParse } from '../file-to-parse.ts';
import { parseBytes, parseRows } from '../parse-bytes.ts';
import type { ParsedFile, TextPassage, TextToSplit } from '../parsed-file.ts';
import { serveParsing } from '../serve-parsing.ts';

const mebibyte = 1024 * 1024;

const channelFile = 3;
/** What a process says that a file has taken over, as bytes. */
const messages: Readonly<Record<string, Buffer>> = {
  'nothing.csv': frame(Buffer.from('null')),
  'noise.csv': Buffer.alloc(4_096, '['),
  'endless.csv': frame(Buffer.alloc(0), 4_000_000_000),
  'shapeless.csv': frame(Buffer.from('{"kind":"passages","passages":5}')),
  'half.csv': frame(Buffer.from('{"kind":"parsed","parsed":{"kind":"document","title":"It"}}')),
};

function frame(json: Buffer, size = json.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(size, 0);
  return Buffer.concat([head, json]);
}

/** Reads as usual, but does what some files' names ask for. */
const document = async (file: FileToParse): Promise<ParsedFile> => {
  if (file.fileName.startsWith('hang')) for (;;);
  if (file.fileName.startsWith('wait')) await new Promise(() => undefined);
  if (file.fileName.startsWith('crash')) process.abort();
  if (file.fileName.startsWith('throw')) {
    setImmediate(() => {
      throw new Error('not caught');
    });
    await new Promise(() => undefined);
  }
  if (file.fileName.startsWith('buffers')) {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(8 * mebibyte, 1));
  }
  if (file.fileName.startsWith('objects')) {
    const kept: string[][] = [];
    for (let index = 0; ; index += 1) kept.push([`${index}`, `${index + 1}`]);
  }
  const said = messages[file.fileName];
  if (said !== undefined) {
    writeSync(channelFile, said);
    await new Promise(() => undefined);
  }
  if (file.fileName.startsWith('process')) {
    return { kind: 'document', title: String(process.pid), text: JSON.stringify(await rights(file)) };
  }
  return await parseBytes(file);
};

/** Splits as usual, but does what some texts ask for. */
const passages = (text: TextToSplit): TextPassage[] => {
  if (text.text === 'hang') for (;;);
  if (text.text === 'crash') process.abort();
  return splitDocument(text);
};

serveParsing({ document, table: parseRows, passages });

/** What it can do. The file's text names a port and a file to try it on. */
async function rights({ bytes }: FileToParse) {
  const [port = '', path = ''] = Buffer.from(bytes).toString('utf8').split(',');
  return {
    environment: Object.keys(env),
    reads: await isAllowed(() => readFileSync(path)),
    lists: await isAllowed(() => readdirSync(tmpdir())),
    writes: await isAllowed(() => writeFileSync(join(tmpdir(), `avow-${process.pid}`), '')),
    threads: await isAllowed(() => new Worker('', { eval: true })),
    processes: await isAllowed(() => spawnSync(process.execPath, ['--version'])),
    connects: await isAllowed(() => connected(Number(port))),
  };
}

async function isAllowed(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}
