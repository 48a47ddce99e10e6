import type { AddressInfo } from 'node:net';
import { UserError } from '@avow/foundation';
import type { App, Logger, LogLevel } from '@slack/bolt';
import { createAssistant } from '../create-assistant.ts';
import { messageOf } from '../explain-error.ts';
import { type ChatOptions, loadOptional, type RunningChat } from '../running-chat.ts';
import { addSlackListeners } from './add-slack-listeners.ts';

export interface SlackOptions extends ChatOptions {
  /** `xoxb-…` */
  readonly botToken: string;
  /** `xapp-…`: events come over a connection to Slack. Null: Slack calls us, and signs its requests. */
  readonly appToken: string | null;
  readonly signingSecret: string | null;
  /** Another address of the Web API, for tests. */
  readonly apiUrl?: string;
}

const eventsPath = '/slack/events';

export async function startSlack(options: SlackOptions): Promise<RunningChat> {
  const { App } = await loadOptional(() => import('@slack/bolt'), '@slack/bolt@5');
  const { client, contentPackIds, onFault, review } = options;
  const logger = createLogger(onFault);
  const clientOptions = {
    retryConfig: { retries: 3 },
    ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
  };
  const receiver = await createReceiver(options, { logger, clientOptions });
  const app = new App({
    token: options.botToken,
    receiver,
    logger,
    clientOptions,
    deferInitialization: true,
  });
  await app.init().catch((error: unknown) => {
    throw new UserError(`Slack does not accept the bot token: ${messageOf(error)}`, { cause: error });
  });
  const assistant = createAssistant({
    ...{ client, contentPackIds, onFault, channelType: 'slack' as const },
    ...(review === undefined ? {} : { review }),
  });
  addSlackListeners(app, { assistant, groups: options.groups, onFault });
  const url = await listen(app, options);
  return {
    url,
    stop: async () => {
      assistant.stop();
      await app.stop();
    },
  };
}

interface ReceiverSettings {
  readonly logger: Logger;
  readonly clientOptions: {
    readonly retryConfig: { readonly retries: number };
    readonly slackApiUrl?: string;
  };
}

async function createReceiver(
  { appToken, signingSecret }: SlackOptions,
  { logger, clientOptions }: ReceiverSettings,
) {
  const { HTTPReceiver, SocketModeReceiver } = await import('@slack/bolt');
  if (appToken !== null)
    return new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions } });
  if (signingSecret === null)
    throw new UserError('Slack needs an app token (socket mode), or a signing secret (requests over HTTP).');
  return new HTTPReceiver({ signingSecret, logger, endpoints: [eventsPath] });
}

async function listen(app: App, { appToken, host, port }: SlackOptions): Promise<string | null> {
  if (appToken === null) {
    const server = await app.start({ host, port }).catch((error: unknown) => {
      throw new UserError(`The port ${port} cannot be used: ${messageOf(error)}`, { cause: error });
    });
    const { port: taken } = server.address() as AddressInfo;
    return `http://${host}:${taken}${eventsPath}`;
  }
  await app.start().catch((error: unknown) => {
    throw new UserError(`Slack does not accept the app token: ${messageOf(error)}`, { cause: error });
  });
  return null;
}

/** Warnings and errors by their messages alone: the rest may hold what people wrote. */
function createLogger(onFault: (fault: string) => void): Logger {
  const report = (...parts: readonly unknown[]) =>
    onFault(
      parts
        .filter((part) => typeof part === 'string' || part instanceof Error)
        .map(messageOf)
        .join(' '),
    );
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: report,
    error: report,
    setLevel: () => undefined,
    getLevel: () => 'warn' as LogLevel,
    setName: () => undefined,
  };
}
