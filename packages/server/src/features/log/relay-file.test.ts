import { createSecretKey, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createFileRelay } from './relay-file.ts';

const file = randomBytes(9 * 1024 * 1024);
const read = ({ start, end }: { readonly start: number; readonly end: number }) =>
  Readable.from([file.subarray(start, end)]);
const secret = createSecretKey(randomBytes(32));
const part = { start: 17, end: file.length - 5 };

it('passes any part of a file on in pieces, none of which can be read on the way', async () => {
  const [one, other] = [createFileRelay(secret), createFileRelay(secret)];
  const answers: string[] = [];
  const got = await buffer(
    one.open('exp_1', part, async (request) => {
      answers.push(await other.answer('exp_1', request, read));
      return answers.at(-1) ?? null;
    }),
  );
  expect(got.equals(file.subarray(part.start, part.end))).toBe(true);
  expect(answers).toHaveLength(3);
  const onTheWay = Buffer.from(answers[0] ?? '', 'base64');
  expect(onTheWay.includes(file.subarray(part.start, part.start + 16))).toBe(false);
});

it('accepts nothing from a process without the secret, of another file or of another place', async () => {
  const relay = createFileRelay(secret);
  const stranger = createFileRelay(createSecretKey(randomBytes(32)));
  const asked = (answer: (request: string) => Promise<string>) => buffer(relay.open('exp_1', part, answer));
  await expect(asked((request) => stranger.answer('exp_1', request, read))).rejects.toThrow();
  await expect(asked((request) => relay.answer('exp_2', request, read))).rejects.toThrow();
  let first = '';
  const repeated = async (request: string) => {
    first ||= await relay.answer('exp_1', request, read);
    return first;
  };
  await expect(asked(repeated)).rejects.toThrow();
});

it('fails if the file is gone', async () => {
  await expect(buffer(createFileRelay(secret).open('exp_1', part, async () => null))).rejects.toThrow(/gone/);
});
