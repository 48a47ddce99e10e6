import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookSecretSchema,
} from '@avow/contract/testing/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-cli-webhooks-'));
  await run(['tenants', 'create', 'acme']);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function run(words: readonly string[]) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, { AVOW_DATA_DIR: join(directory, 'data') }, terminal), ...said() };
}

const webhooks = (...words: string[]) => run(['webhooks', ...words]);

async function json(...words: string[]) {
  const ran = await webhooks(...words, '--json');
  expect([words.join(' '), ran.code, ran.err]).toEqual([words.join(' '), 0, '']);
  return JSON.parse(ran.out);
}

/** Each command opens the installation anew, as a process of its own would. */
describe('avow webhooks', () => {
  it('creates, changes, rotates and deletes an endpoint, and shows a secret once', async () => {
    expect((await webhooks('list')).out).toContain('has no webhook endpoint');
    const url = 'https://hooks.example/avow';
    const events = 'message.delivered,audit.erased';
    const { secret, ...created } = webhookSecretSchema.parse(await json('create', url, '--events', events));
    expect(created).toMatchObject({ url, event_types: events.split(',').sort(), created_by: 'operator' });
    const id = created.endpoint_id;
    expect(await json('show', id)).toEqual(created);
    expect(await json('list')).toEqual({ data: [created] });
    const listed = await webhooks('list');
    expect(listed.out).toContain(url);
    const words = ['--description', 'Tickets', '--events', 'all', '--content', '--disable'];
    const changed = webhookEndpointSchema.parse(await json('update', id, ...words));
    expect(changed).toMatchObject({
      ...{ description: 'Tickets', event_types: null, include_content: true, disabled_reason: 'request' },
    });
    expect(await json('update', id, '--no-content', '--enable')).toMatchObject({
      ...{ include_content: false, status: 'enabled', description: 'Tickets' },
    });
    const rotated = await webhooks('rotate-secret', id, '--overlap-hours', '2');
    expect(rotated.out).toMatch(/signs too for 2 more hours\.[\s\S]*whsec_/);
    expect(rotated.out).not.toContain(secret);
    const shown = await webhooks('show', id);
    expect(shown.out).toMatch(/^previous secret until: 20/m);
    expect(`${shown.out}${listed.out}`).not.toContain('whsec_');
    const unasked = await webhooks('delete', id);
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('needs --yes')]);
    expect(await json('delete', id, '--yes')).toEqual({ endpoint_id: id, deleted: true });
    expect((await webhooks('show', id)).err).toContain(`Tenant acme has no webhook endpoint ${id}.`);
  });

  it('queues tests and deliveries for the running service', async () => {
    const { endpoint_id: id } = await json('create', 'https://hooks.example/');
    const queued = webhookDeliverySchema.parse(await json('test', id));
    expect(queued).toMatchObject({ endpoint_id: id, type: 'webhook.test', status: 'pending' });
    expect(await json('deliveries', id, '--status', 'pending')).toEqual({ data: [queued] });
    expect((await webhooks('deliveries', id)).out).toContain(queued.event_id);
    const pending = await webhooks('redeliver', id, queued.event_id);
    expect([pending.code, pending.err]).toEqual([1, expect.stringContaining('The delivery is pending')]);
    await json('update', id, '--disable');
    expect((await webhooks('test', id)).err).toContain('The endpoint is disabled. Enable it first.');
    await json('update', id, '--enable');
    expect(await json('redeliver', id, '--dead', '--since', '2020-01-01T00:00:00Z')).toEqual({
      ...{ endpoint_id: id, redelivered: 1 },
    });
    expect(await json('deliveries', id)).toMatchObject({
      data: [{ event_id: queued.event_id, status: 'pending' }],
    });
  });

  it('says what is wrong, and changes nothing', async () => {
    const { endpoint_id: id } = await json('create', 'https://hooks.example/');
    const before = await json('list');
    for (const [words, code, expected] of [
      [['create', 'http://hooks.example/'], 1, 'events are sent over https only'],
      [['create', 'https://127.0.0.1/'], 1, 'it is not on the public internet'],
      [['create', 'nonsense'], 1, 'Must be an http or https URL'],
      [['create', 'https://hooks.example/', '--events', 'x'], 2, 'Known types: message.delivered'],
      [['update', id], 1, 'Must change at least one field'],
      [['update', id, '--enable', '--disable'], 1, 'Give either --enable or --disable'],
      [['rotate-secret', id, '--overlap-hours', '169'], 2, 'Expected a whole number up to 168'],
      [['redeliver', id], 1, 'Name the event, or give --dead'],
      [['redeliver', id, 'evt_x'], 1, 'There is no delivery of evt_x'],
      [['redeliver', id, '--dead', '--since', 'now'], 2, 'Expected an RFC 3339 date-time'],
      [['deliveries', id, '--status', 'lost'], 2, 'Allowed choices are pending, delivered, dead'],
    ] as const) {
      const ran = await webhooks(...words);
      expect([words.join(' '), ran.code]).toEqual([words.join(' '), code]);
      expect(ran.err).toContain(expected);
    }
    expect(await json('list')).toEqual(before);
  });
});
