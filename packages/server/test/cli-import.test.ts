import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';

let directory: string;
let server: Server;
let url: string;
/** What the server answers, by path and query; a number is a status. */
const answers = new Map<string, unknown>();
let busy = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-import-'));
  await writeFile(join(directory, 'key'), 'a-key\n');
  server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer a-key') return void response.writeHead(401).end();
    if (busy > 0) {
      busy -= 1;
      return void response.writeHead(429, { 'retry-after': '0.01' }).end();
    }
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) return void response.writeHead(404).end();
    if (answer instanceof Buffer) response.setHeader('content-disposition', 'attachment; filename="one"');
    response.end(answer instanceof Buffer ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
});

async function run(product: string, folder: string, ...also: string[]) {
  const { terminal, said } = recordTerminal();
  const words = ['import', product, join(directory, folder), '--url', `${url}/`, ...also];
  const keyed = also.includes('--key-file') ? words : [...words, '--key-file', join(directory, 'key')];
  return { code: await runCli(keyed, {}, terminal), ...said() };
}
const read = (folder: string, file: string) => readFile(join(directory, folder, file), 'utf8');
const listed = async (folder: string) => (await readdir(join(directory, folder))).toSorted();

describe('avow import', () => {
  it('fetches a dataset of Dify: joined segments, pairs, and nothing that is disabled', async () => {
    const segment = (position: number, content: string, also: object = {}) => ({
      ...{ id: `s${position}`, position, content, answer: '', enabled: true, ...also },
    });
    const page = (data: object[], also: object = {}) => ({ data, has_more: false, ...also });
    answers.set('/datasets?page=1&limit=100', page([{ id: 'd1', name: 'Rules', description: 'Ours' }]));
    const documents = [
      { id: 'a', name: 'Travel: "rules".md', enabled: true, archived: false },
      { id: 'q', name: 'faq.csv', enabled: true, archived: false },
      { id: 'x', name: 'old.md', enabled: true, archived: true },
      { id: 'y', name: 'off.md', enabled: false, archived: false },
      // As the API describes a page of a website, split into parents and children, and one that failed.
      {
        ...{ id: 'h', name: 'Opening hours', position: 3, enabled: true, archived: null, error: null },
        ...{ indexing_status: 'completed', display_status: 'available', doc_form: 'hierarchical_model' },
        ...{ data_source_type: 'website_crawl', doc_metadata: [] },
        data_source_info: { provider: 'firecrawl', job_id: 'j', url: 'https://shop.example/hours' },
      },
      { id: 'e', name: 'broken.pdf', enabled: true, archived: false, indexing_status: 'error' },
    ];
    const path = '/datasets/d1/documents';
    answers.set(`${path}?page=1&limit=100`, page(documents.slice(0, 3), { has_more: true }));
    answers.set(`${path}?page=2&limit=100`, page(documents.slice(2)));
    answers.set(
      `${path}/a/segments?page=1&limit=100`,
      page([segment(2, 'Second.'), segment(3, 'Hidden.', { enabled: false })], {
        ...{ has_more: true, doc_form: 'text_model' },
      }),
    );
    answers.set(`${path}/a/segments?page=2&limit=100`, page([segment(1, '# First')]));
    const pair = segment(1, 'Who leads?', { answer: 'The board.' });
    answers.set(`${path}/q/segments?page=1&limit=100`, page([pair], { doc_form: 'qa_model' }));
    const [open, both, closed] = ['Open from seven. ', 'On Sundays from ten to noon. ', 'Closed in May.'];
    const child = { id: 'c1', segment_id: 's1', position: 1, type: 'automatic', content: 'Open from seven.' };
    answers.set(
      `${path}/h/segments?page=1&limit=100`,
      page(
        [
          segment(1, open + both, { answer: null, child_chunks: [child], attachments: [], summary: null }),
          segment(2, both + closed, { answer: null, child_chunks: [], attachments: [], summary: null }),
        ],
        { doc_form: 'hierarchical_model', total: 2, limit: 100, page: 1 },
      ),
    );
    busy = 1;
    expect(await run('dify', 'dify')).toMatchObject({
      ...{ code: 0, err: 'left out: broken.pdf: is not indexed to its end (error)\n' },
    });
    expect(await listed('dify')).toEqual([
      ...['Opening hours.md', 'Travel- -rules-.md', 'imported.qna.json', 'pack.json'],
    ]);
    expect(await read('dify', 'Opening hours.md')).toBe(
      `---\ntitle: "Opening hours"\nurl: "https://shop.example/hours"\n---\n\n${open}${both}${closed}\n`,
    );
    expect(JSON.parse(await read('dify', 'pack.json'))).toEqual({ name: 'Rules', description: 'Ours' });
    expect(await read('dify', 'Travel- -rules-.md')).toBe(
      '---\ntitle: "Travel: "rules".md"\n---\n\n# First\n\nSecond.\n',
    );
    expect(JSON.parse(await read('dify', 'imported.qna.json'))).toEqual([
      { question: 'Who leads?', answer: 'The board.' },
    ]);
  });

  it('fetches the files of a dataset of RAGFlow as they were uploaded', async () => {
    const sets = [
      { id: 'r1', name: 'one', description: null },
      { id: 'r2', name: 'two', description: null },
    ];
    answers.set('/api/v1/datasets?page=1&page_size=30', { code: 0, data: sets });
    const docs = [
      { id: 'a', name: '../../travel.pdf' },
      { id: 'b', name: 'travel.pdf' },
      { id: 'c', name: 'film.mp4' },
      { id: 'd', name: 'off.md', status: '0', run: 'DONE', chunk_method: 'naive' },
      { id: 'e', name: 'empty.txt', status: '1', run: 'UNSTART', chunk_method: 'naive' },
      { id: 'f', name: 'gone.txt', status: '1' },
      { id: 'g', name: 'settings.json', status: '1' },
      { id: 'h', name: 'hours.pdf', status: 1 },
      { id: 'i', name: 'off-too.pdf', status: 0 },
    ];
    const path = '/api/v1/datasets/r2/documents';
    answers.set(`${path}?page=1&page_size=30`, { code: 0, data: { docs, total: 9 } });
    for (const id of ['a', 'b', 'c', 'h', 'i'])
      answers.set(`${path}/${id}`, Buffer.from([0x25, 0x50, 0, 0xff]));
    // What is missing is answered with 200, and a file of JSON is not mistaken for that.
    answers.set(`${path}/e`, { code: 102, message: 'This file is empty.' });
    answers.set(`${path}/g`, Buffer.from('{"code":5}'));
    expect((await run('ragflow', 'ragflow')).err).toContain('--dataset');
    const { code, err } = await run('ragflow', 'ragflow', '--dataset', 'r2');
    expect([code, ...err.trim().split('\n')]).toEqual([
      0,
      'left out: film.mp4: is not a supported file type',
      'left out: empty.txt: RAGFlow said: This file is empty.',
      'left out: gone.txt: was deleted, or hidden, meanwhile',
      'left out: settings.json: is not a supported file type',
    ]);
    expect(await listed('ragflow')).toEqual(['-..-travel.pdf', 'hours.pdf', 'pack.json', 'travel.pdf']);
    expect([...(await readFile(join(directory, 'ragflow', 'travel.pdf')))]).toEqual([0x25, 0x50, 0, 0xff]);
    answers.set('/api/v1/datasets?page=1&page_size=30', { code: 102, message: 'No authority' });
    expect((await run('ragflow', 'other')).err).toContain('No authority');
  });

  it('fetches the documents that Onyx lists, chunk by chunk, with their addresses', async () => {
    answers.set('/onyx-api/ingestion', [
      { document_id: 'https://wiki.example/a b', semantic_id: 'Travel', link: 'https://wiki.example/a' },
      { document_id: 'empty', semantic_id: 'Nothing', link: null },
      { document_id: 'hidden', semantic_id: 'Salaries', link: null },
    ]);
    const named = `document_id=${encodeURIComponent('https://wiki.example/a b')}`;
    answers.set(`/document/document-size-info?${named}`, { num_chunks: 2, num_tokens: 9 });
    answers.set(`/document/chunk-info?${named}&chunk_id=0`, { content: 'One.', num_tokens: 1 });
    answers.set(`/document/chunk-info?${named}&chunk_id=1`, { content: 'Two.', num_tokens: 1 });
    answers.set('/document/document-size-info?document_id=empty', { num_chunks: 0, num_tokens: 0 });
    const { code, err } = await run('onyx', 'onyx');
    expect([code, ...err.trim().split('\n')]).toEqual([
      0,
      'left out: Nothing: has no text',
      'left out: Salaries: is not in the index, or hidden from this key',
    ]);
    expect(await read('onyx', 'Travel.md')).toBe(
      '---\ntitle: "Travel"\nurl: "https://wiki.example/a"\n---\n\nOne.\n\nTwo.\n',
    );
  });

  it('fetches the documents of a connector of Onyx', async () => {
    answers.set('/onyx-api/connector-docs/7', [
      { document_id: 'w', semantic_id: 'Hours', link: 'https://wiki.example/h' },
      { document_id: 'partly', semantic_id: 'Half', link: null },
    ]);
    for (const [id, count] of [
      ['w', 1],
      ['partly', 2],
    ]) {
      answers.set(`/document/document-size-info?document_id=${id}`, { num_chunks: count, num_tokens: 9 });
      answers.set(`/document/chunk-info?document_id=${id}&chunk_id=0`, { content: 'Nine.', num_tokens: 1 });
    }
    const { code, err } = await run('onyx', 'connector', '--dataset', '7');
    expect([code, err]).toEqual([0, 'left out: Half: is not in the index, or hidden from this key\n']);
    expect(await listed('connector')).toEqual(['Hours.md', 'pack.json']);
    expect((await run('onyx', 'unknown', '--dataset', '8')).err).toContain('was answered with 404');
  });

  it('leaves nothing behind if the key is refused, an answer is strange or the folder exists', async () => {
    await writeFile(join(directory, 'wrong'), 'other-key');
    const refused = await run('onyx', 'none', '--key-file', join(directory, 'wrong'));
    expect(refused.err).toContain('The key was refused (401)');
    expect(refused.err).not.toContain('other-key');
    answers.set('/onyx-api/ingestion', { detail: 'no' });
    expect((await run('onyx', 'none')).err).toContain('did not answer as expected');
    expect((await run('onyx', 'onyx')).err).toContain('already exists');
    expect((await run('onyx', 'none', '--url', 'ftp://x')).code).toBe(2);
    expect((await readdir(directory)).filter((name) => name.startsWith('.') || name === 'none')).toEqual([]);
  });
});
