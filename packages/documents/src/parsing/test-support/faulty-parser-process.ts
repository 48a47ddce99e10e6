import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { splitDocument } from '../../splitting/split-document.ts';
import type { FileToParse } from '../file-to-parse.ts';
import { parseBytes, parseRows } from '../parse-bytes.ts';
import type { ParsedFile, TextPassage, TextToSplit } from '../parsed-file.ts';
import { serveParsing } from '../serve-parsing.ts';

const mebibyte = 1024 * 1024;

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
  if (file.fileName.startsWith('process')) {
    return { kind: 'document', title: String(process.pid), text: JSON.stringify(rights()) };
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

function rights() {
  return {
    environment: Object.keys(env),
    reads: isAllowed(() => readdirSync(tmpdir())),
    writes: isAllowed(() => writeFileSync(join(tmpdir(), `avow-${process.pid}`), '')),
  };
}

function isAllowed(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
