import { gzipSync } from 'node:zlib';
import { pack as archive } from '@avow/documents/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const mebibyte = 1024 * 1024;
let service: TestService;
let key: string;
let packId: string;

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('bombs');
  key = await service.createKey(tenantId, { scopes: ['content:manage', 'query:write'] });
  ({ id: packId } = await contentClient(service, key).createPack('bombs'));
});
afterAll(() => service.close());

/** Packed it is a thousand times smaller, which texts never are. */
const zeros = new Uint8Array(40 * mebibyte);

/** The archive with another size in its directory and its header than what comes out of it. */
function understate(bytes: Uint8Array, claimed: number): Uint8Array {
  const changed = Buffer.from(bytes);
  const directory = changed.readUInt32LE(changed.length - 22 + 16);
  changed.writeUInt32LE(claimed, directory + 24);
  changed.writeUInt32LE(claimed, 22);
  return changed;
}

const office = (name: string, main: string) => ({
  [`word.${name}`]: archive({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    [main]: zeros,
  }),
});

describe('files that are far larger once they are unpacked', () => {
  const bombs: Readonly<Record<string, Uint8Array>> = {
    'one-member.zip': archive({ 'a.md': zeros }),
    'understated.zip': understate(archive({ 'a.md': zeros }), 10),
    'nested.zip': archive({ 'inner.zip': archive({ 'a.md': zeros }) }),
    'many-members.zip': archive(
      Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, zeros.subarray(0, mebibyte)])),
    ),
    ...office('docx', 'word/document.xml'),
    ...office('xlsx', 'xl/workbook.xml'),
    ...office('pptx', 'ppt/presentation.xml'),
  };

  it('are refused, take little memory, and leave the service as it was', async () => {
    const client = contentClient(service, key);
    for (const [name, bytes] of Object.entries(bombs)) {
      expect(bytes.length, name).toBeLessThan(2 * mebibyte);
      const before = process.memoryUsage.rss();
      const job = await client.upload(packId, [['file', new File([Buffer.from(bytes)], name)]]);
      const isRefused = job.status === 'failed' || (job.counts.added === 0 && job.counts.failed > 0);
      expect.soft([name, isRefused], JSON.stringify(job)).toEqual([name, true]);
      expect.soft((process.memoryUsage.rss() - before) / mebibyte, name).toBeLessThan(250);
      expect((await service.get(key, '/v1/content-packs')).statusCode).toBe(200);
    }
  });
});

describe('bodies of requests', () => {
  it('are not unpacked, whatever they say they are', async () => {
    const packed = gzipSync(Buffer.from(JSON.stringify({ prompt: 'x'.repeat(1000) })));
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip']) {
      const response = await service.app.http.inject({
        ...{ method: 'POST', url: '/v1/query', payload: packed },
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          'content-encoding': encoding,
        },
      });
      expect([encoding, problemOf(response).code]).toEqual([encoding, 'unsupported_media_type']);
    }
  });
});
