import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildOpenApi } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { countBannedWords } from './support/banned-words.ts';

const root = join(import.meta.dirname, '../../..');
const textTypes = new Set(['.ts', '.md', '.py', '.mjs']);
/** Files that name what is banned, formats that are frozen, and word lists. */
const named =
  /banned-words|vocabulary\.test|2026-11-16-wire-names|research\/training\/|known-words|prompt-attack\/words|profanity|\/written\/|denied-words|bundle-line\.ts|check_bundle\.py|rename-stored-names|read-explanation|packages\/ledger\/README\.md|worked-example\.test|schema\/log-schema\.ts|text\/src\/terms\/stem\.ts|find-subject\.ts/;
/** Texts that are data: attacks, documents that are asked about, and instructions that models were tuned with. */
const data =
  /attack-rules\.ts|find-attacks\.test|held-out-phrases|look-alikes|settled-answers\.test|planted-answers|build-prompt-leak\.test|texts\/answers\.ts|write-rule-prompt\.ts|demo\/handbook|extract-answer\.test|find-leak\.test|translation-fault\.test|write-task\.ts|http\/confidence\.test|http\/feedback\.test/;

/** Each banned word with the file that has it. */
function findBannedWords(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\0')
    .filter((path) => textTypes.has(extname(path)) && !named.test(path) && !data.test(path))
    .flatMap((path) =>
      Object.keys(countBannedWords(readFileSync(join(root, path), 'utf8'))).map((word) => `${path}: ${word}`),
    );
}

/** Every name and every text of the document, without its examples, whose texts are those of a client. */
function* textsOf(node: unknown): Generator<string> {
  if (typeof node === 'string') yield node;
  else if (Array.isArray(node)) for (const item of node) yield* textsOf(item);
  else if (typeof node === 'object' && node !== null)
    for (const [name, value] of Object.entries(node)) {
      yield name;
      if (name !== 'example' && name !== 'examples') yield* textsOf(value);
    }
}

describe('the words we use', () => {
  it('has no banned word in any name or description of the OpenAPI document', () => {
    const document = buildOpenApi({ baseUrl: 'http://127.0.0.1', version: '0' });
    const found = [...textsOf(document)].flatMap((text) =>
      Object.keys(countBannedWords(text.replaceAll('_', ' '))).map((word) => `${word}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('counts what it bans, and leaves idiomatic English alone', () => {
    expect(countBannedWords('Deeds and a deed, indeed; listDeeds')).toEqual({ deed: 3 });
    expect(countBannedWords('It is borne out, and bears the answer out')).toEqual({ 'borne out': 2 });
    expect(countBannedWords('what is no tile; there is no tile; it is no longer there')).toEqual({
      'is no': 1,
    });
    expect(countBannedWords('ExportWish, wishes; climbLadder, a rung')).toEqual({ wish: 2, ladder: 3 });
  });

  it('has no banned word in code, comments, messages, test titles or documentation', () => {
    expect(findBannedWords()).toEqual([]);
  });
});
