import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../test-support/start-s3-server.ts';
import { openBackupTarget } from './open-backup-target.ts';

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});

beforeEach(() => {
  server.objects.clear();
  server.failNext(0);
});

afterAll(() => server.close());

const streams = { input: process.stdin, output: process.stdout };
const open = (address: string, changes: { readonly s3SecretAccessKey?: string | null } = {}) =>
  openBackupTarget(address, { ...server.settings, ...changes }, { forWriting: true, streams });

test('writes, reads, lists page by page and removes, below its prefix', async () => {
  server.objects.set('other/pieces/x', Buffer.from('x'));
  const target = await open('s3://safe/avow/main');
  const names = ['pieces/aa/1', 'pieces/aa/2', 'pieces/bb/3', 'pieces/bb/4', 'pieces/cc/5'];
  for (const [at, name] of names.entries()) await target.write(name, Buffer.alloc(at, 7));
  expect([...server.objects.keys()]).toContain('avow/main/pieces/aa/1');
  expect(await target.list('pieces/')).toEqual(names.map((name, bytes) => ({ name, bytes })));
  expect(await target.read('pieces/bb/4')).toEqual(new Uint8Array([7, 7, 7]));
  expect(await target.read('pieces/none')).toBeNull();
  await target.remove('pieces/bb/4');
  expect(await target.read('pieces/bb/4')).toBeNull();
  await target.close();
});

test('repeats what a busy service refuses', async () => {
  server.failNext(2);
  const target = await open('s3://safe');
  await target.write('installation.json', Buffer.from('{}'));
  expect(server.objects.get('installation.json')?.toString()).toBe('{}');
});

test('reports a wrong key, a missing bucket, and a wrong address', async () => {
  const denied = await open('s3://safe', { s3SecretAccessKey: 'wrong' });
  await expect(denied.read('x')).rejects.toThrow(
    's3://safe/ refused a request (GET) with status 403: SignatureDoesNotMatch.',
  );
  await expect((await open('s3://none')).read('x')).rejects.toThrow('status 404: NoSuchBucket');
  await expect(open('s3://safe', { s3SecretAccessKey: null })).rejects.toThrow('Set AVOW_S3_ACCESS_KEY_ID');
  await expect(open('s3://UPPER')).rejects.toThrow('is not the address of a bucket');
  await expect(open('s3://safe/../x')).rejects.toThrow('is not the address of a bucket');
});
