import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ProblemError } from '@avow/client';

export const questions = [
  'How early can my flexible working day start?',
  'What happens to my laptop when I leave?',
  'How soon must a lost badge be reported?',
  'Can I work from another country for a while?',
];
export const rules = Array.from({ length: 1000 }, (_, index) => `What does rule ${index} say?`);

/** What one request of the traffic did. */
export interface Exchange {
  readonly kind: string;
  readonly ms: number;
  /** The message that the service acknowledged; null: none. */
  readonly messageId: string | null;
  readonly endUserId: string | null;
}

interface Caller {
  readonly url: string;
  readonly apiKey: string;
}

interface Turn extends Caller {
  readonly random: () => number;
  /** Questions of a person are erased together. */
  readonly endUserId: string;
  /** Messages that were acknowledged lately. */
  readonly recent: readonly string[];
  readonly rules: readonly string[];
  readonly questions: readonly string[];
}

type Acknowledged = string | null;

const pollMs = 250;
const pollsMax = 240;
const uncovered = [
  'How heavy is the moon?',
  'Who won the chess match in Bergen?',
  'What is an ostrich afraid of?',
];

const pick = <Value>(values: readonly Value[], random: () => number): Value | undefined =>
  values[Math.floor(random() * values.length)];

async function send(
  { url, apiKey }: Caller,
  path: string,
  { headers = {}, ...init }: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
}

/** The service was at a limit and said so. */
export class Refused extends Error {}

const refusals = [429, 503];

/** Fails unless the status is one of those expected. */
async function expectStatus(response: Response, expected: readonly number[]): Promise<string> {
  const text = await response.text();
  if (refusals.includes(response.status) && !expected.includes(response.status))
    throw new Refused(`status ${response.status}`);
  if (!expected.includes(response.status))
    throw new Error(`status ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

async function ask(turn: Turn, prompt: string): Promise<Acknowledged> {
  const body = JSON.stringify({ prompt, end_user_id: turn.endUserId });
  const headers = { 'content-type': 'application/json' };
  const response = await send(turn, '/v1/query', { method: 'POST', headers, body });
  return JSON.parse(await expectStatus(response, [200])).message_id;
}

async function askLater(turn: Turn): Promise<Acknowledged> {
  const body = JSON.stringify({ prompt: pick(turn.questions, turn.random), end_user_id: turn.endUserId });
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
  const accepted = await send(turn, '/v1/query', { method: 'POST', headers, body });
  const { message_id: messageId } = JSON.parse(await expectStatus(accepted, [200, 202]));
  for (let polled = 0; polled < pollsMax; polled += 1) {
    const text = await expectStatus(await send(turn, `/v1/messages/${messageId}`), [200]);
    if (!['queued', 'processing'].includes(JSON.parse(text).status)) return messageId;
    await sleep(pollMs);
  }
  throw new Error(`${messageId} was accepted and never answered`);
}

async function stream(turn: Turn): Promise<Acknowledged> {
  const client = createClient({ baseUrl: turn.url, apiKey: turn.apiKey, retriesMax: 0 });
  const prompt = pick(turn.questions, turn.random) ?? '';
  let messageId: Acknowledged = null;
  for await (const event of client.streamQuery({ prompt, end_user_id: turn.endUserId }))
    if ('message_id' in event && typeof event.message_id === 'string') messageId = event.message_id;
  return messageId;
}

async function chat(turn: Turn): Promise<Acknowledged> {
  const messages = [{ role: 'user', content: pick(turn.rules, turn.random) ?? '' }];
  const response = await send(turn, '/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'avow', messages, user: turn.endUserId }),
  });
  await expectStatus(response, [200]);
  return null;
}

async function giveFeedback(turn: Turn): Promise<Acknowledged> {
  const messageId = pick(turn.recent, turn.random);
  if (messageId === undefined) return null;
  const response = await send(turn, `/v1/messages/${messageId}/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ verdict: turn.random() < 0.8 ? 'right' : 'wrong' }),
  });
  // Erased meanwhile, or without an answer that could be rated.
  await expectStatus(response, [200, 201, 404, 409, 410, 422]);
  return null;
}

async function readAudit(turn: Turn): Promise<Acknowledged> {
  const messageId = pick(turn.recent, turn.random);
  if (messageId === undefined) return null;
  await expectStatus(await send(turn, `/v1/messages/${messageId}/audit`), [200, 404, 410]);
  return null;
}

async function list(turn: Turn): Promise<Acknowledged> {
  await expectStatus(await send(turn, '/v1/messages?limit=50'), [200]);
  await expectStatus(await send(turn, '/v1/insights/latency'), [200]);
  return null;
}

/** Requests that are refused: each must get its problem document, and nothing else may suffer. */
async function misuse(turn: Turn): Promise<Acknowledged> {
  const headers = { 'content-type': 'application/json' };
  const post = (body: string, caller: Caller = turn) =>
    send(caller, '/v1/query', { method: 'POST', headers, body });
  await expectStatus(await post('{"prompt": '), [400]);
  await expectStatus(await post(JSON.stringify({ prompt: 'x'.repeat(40_000) })), [400, 413, 422]);
  await expectStatus(await post('{}', { ...turn, apiKey: 'avow_live_wrong' }), [401, 429]);
  await expectStatus(await send(turn, '/v1/messages/msg_nothing'), [400, 404, 422]);
  return null;
}

/** With their share of all requests. */
const kinds: ReadonlyArray<
  readonly [kind: string, share: number, run: (turn: Turn) => Promise<Acknowledged>]
> = [
  ['curated', 0.47, (turn) => ask(turn, pick(turn.rules, turn.random) ?? '')],
  ['document', 0.2, (turn) => ask(turn, pick(turn.questions, turn.random) ?? '')],
  ['uncovered', 0.08, (turn) => ask(turn, pick(uncovered, turn.random) ?? '')],
  ['stream', 0.07, stream],
  ['later', 0.04, askLater],
  ['chat', 0.04, chat],
  ['feedback', 0.03, giveFeedback],
  ['audit', 0.03, readAudit],
  ['list', 0.02, list],
  ['misuse', 0.02, misuse],
];

/** One request of the mix. Rejects if the service did not respond, or not as it should. */
export async function exchange(turn: Turn): Promise<Exchange> {
  let drawn = turn.random();
  const [kind, , run] = kinds.find(([, share]) => {
    drawn -= share;
    return drawn < 0;
  }) ?? ['curated', 0, (given: Turn) => ask(given, given.rules[0] ?? '')];
  const startedMs = performance.now();
  try {
    const messageId = await run(turn);
    const endUserId = messageId === null ? null : turn.endUserId;
    return { kind, ms: performance.now() - startedMs, messageId, endUserId };
  } catch (error) {
    if (error instanceof ProblemError && refusals.includes(error.status))
      throw new Error(kind, { cause: new Refused(error.code) });
    const detail = error instanceof ProblemError ? `${error.code}: ${error.message}` : String(error);
    throw new Error(`${kind}: ${detail}`, { cause: error });
  }
}

/** Changes a document of the pack, publishes it, and waits until it is served. */
export async function publish(caller: Caller, packId: string, edition: number): Promise<void> {
  const text = `# Notices\n\n## Edition\n\nThis is edition ${edition} of the notices.\n\n## Desk\n\n${Array.from(
    { length: 40 },
    (_, index) => `Desk ${index} is open from ${(edition + index) % 12} o'clock on working days.`,
  ).join('\n\n')}\n`;
  const form = new FormData();
  form.append('file', new File([text], 'notices.md', { type: 'text/markdown' }));
  const path = `/v1/content-packs/${packId}`;
  await endJob(caller, path, await send(caller, `${path}/documents`, { method: 'POST', body: form }));
  await endJob(
    caller,
    path,
    await send(caller, `${path}/publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  );
}

async function endJob(caller: Caller, path: string, accepted: Response): Promise<void> {
  const { id: jobId } = JSON.parse(await expectStatus(accepted, [200, 202]));
  for (let polled = 0; polled < pollsMax; polled += 1) {
    const job = JSON.parse(await expectStatus(await send(caller, `${path}/jobs/${jobId}`), [200]));
    if (job.status === 'succeeded') return;
    if (!['queued', 'running'].includes(job.status)) throw new Error(`a job has ${job.status}`);
    await sleep(pollMs);
  }
  throw new Error(`the job ${jobId} did not end`);
}

export async function erase(caller: Caller, endUserId: string): Promise<void> {
  const path = `/v1/end-users/${encodeURIComponent(endUserId)}/erase`;
  await expectStatus(await send(caller, path, { method: 'POST' }), [200]);
}

/** A pack that editions are published into. */
export async function createPack(caller: Caller): Promise<string> {
  const response = await send(caller, '/v1/content-packs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Notices' }),
  });
  return JSON.parse(await expectStatus(response, [201])).id;
}
