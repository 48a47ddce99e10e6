import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { isOnlyAway } from '../../nodes/compose/watch-nodes.ts';
import { createMailDispatcher, type MailDispatcher } from '../create-mail-dispatcher.ts';
import type { Mailer } from '../mail.ts';
import { openSendMail } from '../send-mail.ts';

interface MailSetup {
  readonly config: Pick<Config, 'smtpServer' | 'mailFrom'>;
  readonly data: Pick<DataFolder, 'store' | 'nodes'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sending of mail in the background. */
interface ComposedMail {
  readonly mailer: Mailer;
  start(): void;
  close(): Promise<void>;
}

const timeoutMs = 20_000;
const sweepEveryMs = 60_000;
/** A mail under way at the end of its time is not dropped before it was judged. */
const sweepGraceMs = 15 * 60_000;

export async function composeMail(
  parts: MailSetup,
  metrics: Pick<Metrics, 'countMailAttempt' | 'noteMailsPending'>,
): Promise<ComposedMail> {
  const { config, data, clock, log } = parts;
  const { smtpServer: server, mailFrom: from } = config;
  const { mails: store } = data.store;
  const onFailure = (error: unknown) => {
    if (!isOnlyAway(data.nodes, error)) log.error({ err: error }, 'mail could not be sent');
  };
  let dispatcher: MailDispatcher | null = null;
  if (server !== null && from !== null)
    dispatcher = createMailDispatcher({
      ...{ store, clock, onFailure, send: await openSendMail({ server, from, timeoutMs }) },
      onAttempt: (kind, messageId) => {
        metrics.countMailAttempt(kind);
        if (kind === 'dead') log.warn({ message_id: messageId }, 'a mail could not be delivered');
      },
    });

  async function sweep(): Promise<void> {
    await store.sweepMails(clock.nowMs() - sweepGraceMs);
    metrics.noteMailsPending(await store.countMails());
  }

  let stopSweeping: () => Promise<void> = async () => undefined;
  return {
    mailer: { isOn: dispatcher !== null },
    start: () => {
      dispatcher?.start();
      stopSweeping = repeat(sweepEveryMs, () => sweep().catch(onFailure));
    },
    close: async () => {
      await stopSweeping();
      await dispatcher?.close();
    },
  };
}
