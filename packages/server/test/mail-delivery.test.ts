import type { MessageId, TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { newFolder } from '@avow/storage/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../src/config/load-config.ts';
import { createMailDispatcher } from '../src/features/mail/create-mail-dispatcher.ts';
import { openSendMail } from '../src/features/mail/send-mail.ts';
import { sampleMasterKey } from '../src/storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../src/storage/contract/samples.ts';
import { openSqliteStore } from '../src/storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../src/storage/store.ts';
import { type MailReceiver, openMailReceiver } from './support/mail-receiver.ts';
import { startTestService } from './support/test-service.ts';

const from = 'Acme answers <answers@acme.example>';
const mail = {
  to: 'ada@example.org',
  subject: 'Über die Kantine',
  text: 'It is on the second floor.\n.\nBye.',
};
let nowMs = Date.now();
let folder: ReturnType<typeof newFolder>;
let store: Store;
let receiver: MailReceiver;
let outcomes: string[];

beforeEach(async () => {
  folder = newFolder();
  receiver = await openMailReceiver();
  const clock = { nowMs: () => nowMs };
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path, clock });
  outcomes = [];
});
afterEach(async () => {
  await store.close();
  await receiver.close();
  folder.remove();
});

async function dispatcherTo(url: string) {
  const { smtpServer: server } = loadConfig({ AVOW_SMTP_URL: url, AVOW_MAIL_FROM: from });
  if (server === null) throw new Error('it is set');
  return createMailDispatcher({
    ...{ store: store.mails, clock: { nowMs: () => nowMs } },
    send: await openSendMail({ server, from, timeoutMs: 60_000 }),
    onAttempt: (kind) => void outcomes.push(kind),
    onFailure: (error) => {
      throw error;
    },
  });
}

async function queue(to = mail.to): Promise<{ tenantId: TenantId; messageId: MessageId }> {
  const tenantId = await newTenant(store.access);
  const message = sampleMessage();
  const { messageId } = message;
  await store.records.finishMessage(tenantId, message, { ...nothingElse, mails: [{ ...mail, to }] });
  return { tenantId, messageId };
}

it('sends each mail of every tenant once', async () => {
  await queue();
  await queue('eve@example.org');
  const dispatcher = await dispatcherTo(receiver.url);
  await dispatcher.sendDue();
  await dispatcher.sendDue();
  expect(outcomes).toEqual(['sent', 'sent']);
  expect(receiver.received.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'eve@example.org']);
  const [{ message } = { message: '' }] = receiver.received;
  expect(message).toMatch(/^From: Acme answers <answers@acme\.example>$/m);
  expect(message).toMatch(/^Subject: =\?UTF-8\?Q\?=C3=9Cber_die_Kantine\?=$/m);
  expect(message).toMatch(/^Message-ID: <mal_\w+@acme\.example>$/m);
  expect(message).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(message).toContain('It is on the second floor.\r\n..\r\nBye.');
});

it('tries again if no server takes it, and gives up a recipient that is refused', async () => {
  const away = await openMailReceiver();
  await away.close();
  const dispatcher = await dispatcherTo(away.url);
  await queue();
  await dispatcher.sendDue();
  await dispatcher.sendDue();
  expect(outcomes).toEqual(['retry']);
  nowMs += 3_600_000;
  const again = await dispatcherTo(receiver.url);
  await again.sendDue();
  await queue('nobody@example.org');
  await again.sendDue();
  expect(outcomes).toEqual(['retry', 'sent', 'dead']);
  nowMs += 30 * 86_400_000;
  await again.sendDue();
  expect(receiver.received).toHaveLength(1);
});

it('does not send a password to another machine over a connection that anybody could read', async () => {
  const { smtpServer } = loadConfig({
    AVOW_SMTP_URL: receiver.url.replace('//', '//avow:s3cret@'),
    AVOW_MAIL_FROM: from,
  });
  if (smtpServer === null) throw new Error('it is set');
  expect(smtpServer).toMatchObject({ user: 'avow', password: 's3cret', isSecure: false });
  // Another name of this machine, which nothing takes for it.
  const server = { ...smtpServer, host: '0.0.0.0' };
  const send = await openSendMail({ server, from, timeoutMs: 60_000 });
  expect(await send({ id: 'mal_1', ...mail })).toBe('unreachable');
  expect(receiver.received).toEqual([]);
});

it('is sent by a service that has a server for it, which names no recipient in its log', async () => {
  const env = { AVOW_SMTP_URL: receiver.url, AVOW_MAIL_FROM: from };
  const service = await startTestService({ env });
  try {
    const tenantId = await newTenant(service.data.store.access);
    const message = sampleMessage();
    const mails = [mail, { ...mail, to: 'nobody@example.org' }];
    await service.data.store.records.finishMessage(tenantId, message, { ...nothingElse, mails });
    await waitFor(() => expect(service.logText()).toContain('a mail could not be delivered'));
    await waitFor(() => expect(receiver.received).toHaveLength(1));
    expect(service.logText()).not.toMatch(/example\.org|Kantine|second floor/);
    const metrics = await service.app.http.inject({ method: 'GET', url: '/metrics' });
    expect(metrics.body).toContain('avow_mail_attempts_total{outcome="dead"} 1');
  } finally {
    await service.close();
  }
});
