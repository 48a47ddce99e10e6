import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openReceiver, recordTerminal, runCli } from '@avow/server/testing';

/** Receives the events of an installation while its service is killed. */
export interface WebhookCheck {
  /** How many messages were reported, each at least once. */
  readonly reported: number;
  /**
   * Every message has its delivery, and none counts as delivered that did not arrive. What a kill cut off is still to be
   * sent: it is due again when its lease ends.
   */
  check(faults: string[]): void;
  close(): Promise<void>;
}

export async function openWebhookCheck(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<WebhookCheck> {
  const receiver = await openReceiver();
  const { terminal, said } = recordTerminal();
  const code = await runCli(['webhooks', 'create', receiver.url], env, terminal);
  if (code !== 0) throw new Error(said().err);
  const listReported = () =>
    new Set(
      receiver.received
        .filter(({ event }) => event.type.startsWith('message.'))
        .map(({ event }) => event.data['message_id']),
    );
  return {
    get reported() {
      return listReported().size;
    },
    check: (faults) => {
      const database = new DatabaseSync(join(directory, 'avow.db'), { readOnly: true });
      const rows = database
        .prepare("SELECT message_id, status FROM webhook_deliveries WHERE type LIKE 'message.%'")
        .all();
      const records = Number(database.prepare('SELECT count(*) AS n FROM messages').get()?.['n']);
      database.close();
      if (rows.length !== records) faults.push(`${records} records, ${rows.length} deliveries`);
      const reported = listReported();
      for (const { message_id: messageId, status } of rows) {
        if (status === 'dead') faults.push(`the delivery of ${messageId} was given up`);
        if (status === 'delivered' && !reported.has(messageId))
          faults.push(`${messageId} counts as delivered and did not arrive`);
      }
    },
    close: receiver.close,
  };
}
