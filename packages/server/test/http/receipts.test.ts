import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptSchema } from '@avow/contract/records';
import type { Scope } from '@avow/contract/roles';
import { messageSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { parseReceipt } from '@avow/ledger-log/receipts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { sampleMessage } from '../../src/storage/contract/samples.ts';
import { erasureClient } from '../support/erasure-client.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = ['query:write', 'messages:read', 'log:read', 'audit:erase', 'audit:read'];
const question = 'Who approves travel?';

let root: string;
let service: TestService;
let tenantId: TenantId;
let key: string;
let verifierKey: string;
/** The body of a response, to the letter. */
let body: string;
let messageId: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-receipts-'));
  // It has not been started: checkpoints are signed when somebody asks for one.
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, officePack);
  ({ body } = await service.post(key, { prompt: question }));
  messageId = JSON.parse(body).message_id;
  verifierKey = (await service.get(key, '/v1/log/key')).body.trimEnd();
});

afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

const receiptOf = (id: string, as = key) => service.get(as, `/v1/messages/${id}/receipt`);
const readMessage = async (id: string) =>
  messageSchema.parse((await service.get(key, `/v1/messages/${id}`)).json());

let files = 0;
function save(text: string): string {
  files += 1;
  const path = join(root, `${files}.json`);
  writeFileSync(path, text);
  return path;
}

/** As somebody would who has no access to the service. */
async function verify(receipt: string, ...words: readonly string[]) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(['verify', save(receipt), ...words], {}, terminal);
  return { code, ...said() };
}

describe('the receipt of a message', () => {
  it('[CON-12-28] [CON-12-30] is null until a checkpoint covers it, then in the message, and verifies elsewhere', async () => {
    expect(JSON.parse(body).receipt).toBeNull();
    expect((await readMessage(messageId)).receipt).toBeNull();
    const sent = await receiptOf(messageId);
    expect([sent.statusCode, sent.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(receiptSchema.parse(sent.json())).toEqual((await readMessage(messageId)).receipt);
    const { code, out } = await verify(
      ...[sent.body, '--key', verifierKey, '--question', question, '--answer', JSON.parse(body).answer],
      ...['--response', save(body)],
    );
    expect(code, out).toBe(0);
    expect(out).toContain(`${messageId} is on record`);
    expect(out).toContain('Compared with the record, and the same: question, answer, response.');
    expect(out).toContain('signed by the key that you gave');
  });

  it('lists what the answer cites, at the version on the log', async () => {
    const { citations } = JSON.parse(body) as {
      citations: Array<{ document_id: string; content_pack_id: string }>;
    };
    const receipt = parseReceipt((await receiptOf(messageId)).body);
    const [cited] = citations;
    expect(receipt.sources).toEqual([
      {
        packId: cited?.content_pack_id,
        version: 1,
        documents: [{ id: cited?.document_id, hash: expect.stringMatching(/^[\w-]{22}$/) }],
      },
    ]);
    const [version] = receipt.sources ?? [];
    const [document] = version?.documents ?? [];
    if (version === undefined || cited === undefined) throw new Error('nothing is cited');
    const [stored] = await service.data.store.content.listCommitments(
      tenantId,
      { packId: cited.content_pack_id as `pack_${string}`, version: 1 },
      [cited.document_id as `doc_${string}`],
    );
    const half = Buffer.from(document?.hash ?? '', 'base64url').toString('hex');
    expect(stored?.commitment.slice(0, 32)).toBe(half);
  });

  it('stays the same as the log grows, and is confirmed by its ETag', async () => {
    const first = await receiptOf(messageId);
    await service.ask(key, { prompt: 'Where is the canteen?' });
    await service.get(key, '/v1/log/checkpoint');
    const again = await receiptOf(messageId);
    expect(again.body).toBe(first.body);
    const etag = String(first.headers.etag);
    const unchanged = await service.get(key, `/v1/messages/${messageId}/receipt`, { 'if-none-match': etag });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  });

  it('says nothing of another record', async () => {
    const { message_id: other } = await service.ask(key, { prompt: 'Where do visitors sign in?' });
    const [mine, theirs] = [await receiptOf(messageId), await receiptOf(other)].map(({ body: text }) =>
      parseReceipt(text),
    );
    const secrets = (receipt: typeof mine) =>
      [...(receipt?.commitments ?? []), ...(receipt?.salts ?? [])].map(([, hash]) => hash);
    expect(secrets(mine).filter((hash) => secrets(theirs).includes(hash))).toEqual([]);
  });

  it('[CON-12-33] is refused to those who may not read the message', async () => {
    const stranger = await service.createKey(await service.createTenant('stranger'), { scopes });
    const asker = await service.createKey(tenantId, { scopes: ['query:write'] });
    expect(problemOf(await receiptOf(messageId, stranger)).code).toBe('not_found');
    expect(problemOf(await receiptOf(messageId, asker)).code).toBe('insufficient_scope');
    expect(problemOf(await receiptOf('msg_nonsense')).code).toBe('not_found');
  });

  it('[CON-12-29] exists once the message has ended', async () => {
    const message = sampleMessage({ status: 'processing' });
    await service.data.store.records.admitMessage(tenantId, message);
    expect(problemOf(await receiptOf(message.messageId)).code).toBe('invalid_state');
  });

  it('[CON-12-32] of an erased message proves that, and opens nothing; one from before still verifies', async () => {
    const asked = await service.post(key, { prompt: 'Where is the canteen?' });
    const { message_id: id } = asked.json() as { message_id: string };
    const before = (await receiptOf(id)).body;
    await erasureClient(service, key).erased(id);
    const after = (await receiptOf(id)).body;
    expect(parseReceipt(after)).toMatchObject({ state: 'erased', salts: [], sources: null });
    const shown = await verify(after, '--key', verifierKey);
    expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('Its content was erased since')]);
    const compared = await verify(after, '--key', verifierKey, '--response', save(asked.body));
    expect(compared.out).toContain('cannot be compared: the content is erased');
    expect((await verify(before, '--key', verifierKey, '--response', save(asked.body))).code).toBe(0);
  });
});

it('the page that checks receipts is there for everybody, and may load nothing', async () => {
  const page = await service.app.http.inject({ method: 'GET', url: '/verify' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(page.body).toContain('<main id="page">');
});

describe('avow verify', () => {
  it('names what is wrong, with exit code 1', async () => {
    const receipt = (await receiptOf(messageId)).body;
    const { code, out } = await verify(receipt.replace('delivered', 'blocked'), '--key', verifierKey);
    expect([code, out]).toEqual([1, expect.stringContaining('This does not verify: the key has not signed')]);
    const other = await verify(receipt, '--key', verifierKey, '--question', 'Who approves leave?', '--json');
    expect(other.code).toBe(1);
    expect(JSON.parse(other.out)).toEqual({
      ...{ sound: false, code: 'commitment_wrong', why: 'this is not the question on record' },
    });
  });

  it('says whose word it takes without a key', async () => {
    const { code, out } = await verify((await receiptOf(messageId)).body);
    expect([code, out]).toEqual([0, expect.stringContaining(`give it with --key: ${verifierKey}`)]);
  });

  it('ends with 2 if there is nothing to check', async () => {
    const run = async (...words: string[]) => runCli(['verify', ...words], {}, recordTerminal().terminal);
    expect(await run(join(root, 'missing.json'))).toBe(2);
    expect(await run(root)).toBe(2);
    expect(await run(save('x'.repeat(70_000)))).toBe(2);
    expect(await run(save('{}'), '--key', 'nonsense')).toBe(2);
    expect((await verify('{}')).code).toBe(1);
  });

  it('prints JSON', async () => {
    const { out } = await verify((await receiptOf(messageId)).body, '--key', verifierKey, '--json');
    expect(JSON.parse(out)).toMatchObject({
      ...{ sound: true, tenant_id: tenantId, message_id: messageId, status: 'delivered', compared: [] },
      ...{ content_state: 'present', verifier_key: verifierKey, key_trusted: true },
      sources: [{ version: 1 }],
    });
  });
});
