import { UserError } from '@avow/foundation';
import type { AppOptions, IPlugin } from '@microsoft/teams.apps';
import { createAssistant } from '../create-assistant.ts';
import { messageOf } from '../explain-error.ts';
import { type ChatOptions, loadOptional, type RunningChat } from '../running-chat.ts';
import { addTeamsListeners } from './add-teams-listeners.ts';
import { createTeamsServer } from './create-teams-server.ts';

type TeamsAppOptions = AppOptions<IPlugin>;

export interface TeamsOptions extends ChatOptions {
  /** Of the application that is registered for the bot. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The directory whose people are answered. */
  readonly tenantId: string;
  /** Other addresses than those of the public cloud, for tests. */
  readonly cloud?: NonNullable<TeamsAppOptions['cloud']>;
  /** Obtains tokens in another way, for tests. */
  readonly token?: NonNullable<TeamsAppOptions['token']>;
}

const messagesPath = '/api/messages';
const publicIssuer = 'https://api.botframework.com';

export async function startTeams(options: TeamsOptions): Promise<RunningChat> {
  const { App } = await loadOptional(() => import('@microsoft/teams.apps'), '@microsoft/teams.apps@2');
  const { client, contentPackIds, onFault, review, clientId, clientSecret, tenantId, cloud, token } = options;
  const server = createTeamsServer({ host: options.host, tokenIssuer: cloud?.tokenIssuer ?? publicIssuer });
  const app = new App({
    ...{ clientId, tenantId, messagingEndpoint: messagesPath, httpServerAdapter: server },
    ...(cloud === undefined ? {} : { cloud }),
    ...(token === undefined ? { clientSecret } : { token }),
    logger: createLogger(onFault),
    activity: { mentions: { stripText: true } },
    // The library would read this from the environment.
    dangerouslyAllowUnauthenticatedRequests: false,
  });
  const assistant = createAssistant({
    ...{ client, contentPackIds, onFault, channelType: 'msteams' as const },
    ...(review === undefined ? {} : { review }),
  });
  const waiting = addTeamsListeners(app, { assistant, tenantId, groups: options.groups, onFault });
  // As a text: the library would take 0 for no port at all.
  await app.start(String(options.port)).catch((error: unknown) => {
    throw new UserError(`The port ${options.port} cannot be used: ${messageOf(error)}`, { cause: error });
  });
  return {
    url: `http://${options.host}:${server.address().port}${messagesPath}`,
    stop: async () => {
      assistant.stop();
      await app.stop();
      await waiting();
    },
  };
}

/** Warnings and errors by their messages alone: the rest may hold what people wrote. */
function createLogger(onFault: (fault: string) => void): NonNullable<TeamsAppOptions['logger']> {
  const report = (...parts: readonly unknown[]) =>
    onFault(
      parts
        .filter((part) => typeof part === 'string' || part instanceof Error)
        .map(messageOf)
        .join(' '),
    );
  const logger: NonNullable<TeamsAppOptions['logger']> = {
    debug: () => undefined,
    info: () => undefined,
    trace: () => undefined,
    warn: report,
    error: report,
    log: (level, ...parts) => (level === 'warn' || level === 'error' ? report(...parts) : undefined),
    child: () => logger,
  };
  return logger;
}
