import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  startFakeConfluence,
  startFakeGoogleDrive,
  startFakeGraph,
  startFakeRepository,
} from '@avow/connectors/testing';
import {
  botUserId,
  slackEvent,
  startFakeSlack,
  startFakeTeams,
  teamsClientId,
  teamsTenantId,
} from '@avow/server/testing';

/** A command that runs until it is stopped, and what is done with it. */
interface WatchedCommand {
  /** What it prints once it is ready, with its address if it has one. */
  readonly ready: RegExp;
  /** Uses it as people do, and returns what they see. */
  use(url: string): Promise<string>;
}

/** What the commands of the guide connect to: servers on this machine that stand for those that the pages name. */
export interface DocumentedConnections {
  /** For `simulated-hosts.ts`. */
  hostsOf(page: string): Readonly<Record<string, string>>;
  /** With what a reader puts in the place of each word that ends with an ellipsis. */
  fill(block: string): string;
  watched(block: string): WatchedCommand | null;
  /** Puts files into a folder that the pages name, and that come from these servers. */
  writeFiles(folder: string): void;
  /** The sources that nothing has been read from yet. */
  unread(): readonly string[];
  close(): Promise<void>;
}

const question = 'How many days of holiday do I get?';

export async function startDocumentedConnections(): Promise<DocumentedConnections> {
  const [cloud, dataCenter, graph, google, repository, slack, teams, pages] = await Promise.all([
    startFakeConfluence('cloud', { space: 'HR' }),
    startFakeConfluence('data_center', { space: 'IT', root: '', authorization: 'Bearer secret' }),
    startFakeGraph({
      ...{ site: 'contoso.sharepoint.com:/sites/hr', user: 'ann@contoso.com' },
      ...{ folders: ['Policies', 'Shared'], origin: 'https://graph.microsoft.com' },
      downloadOrigin: 'https://files.sharepoint.com',
    }),
    startFakeGoogleDrive({
      ...{ folderId: '1AbCdEfGhIjKlMnOpQrStUvWxYz', tokenUrl: 'https://oauth2.googleapis.com/token' },
    }),
    startFakeRepository({ isPublic: true }),
    startFakeSlack(),
    startFakeTeams(),
    startFakePages(),
  ]);
  await cloud.put('Holidays', '<p>Every employee has 27 days of paid holiday.</p>');
  await dataCenter.put('Laptops', '<p>A laptop is replaced after four years.</p>');
  await graph.put('travel.md', '# Travel\n\nTrains are booked by the office.\n');
  graph.permissions.set('travel.md', [{ roles: ['read'], grantedToV2: { group: { id: '6f1d' } } }]);
  await google.put('trips.html', '<p>Trips are planned a week before.</p>');
  google.permissions.set('trips.html', [{ id: 'p1', type: 'group', emailAddress: 'hr@example.com' }]);
  await repository.put('parking.md', '# Parking\n\nThe garage opens at six.\n');
  slack.userGroups.set('money-team', ['U0ANN']);

  const hosts = {
    'example.atlassian.net': cloud.url,
    'wiki.example': dataCenter.url,
    'graph.microsoft.com': graph.url,
    'login.microsoftonline.com': graph.url,
    'files.sharepoint.com': graph.downloadUrl,
    'www.googleapis.com': google.url,
    'oauth2.googleapis.com': google.url,
    'git.example': repository.url,
    'slack.com': slack.apiUrl,
    'api.dify.ai': pages.url,
    'www.example.org': pages.url,
  };
  const teamsUrl = teams.cloud.loginEndpoint;
  const teamsHosts = {
    'login.microsoftonline.com': teamsUrl,
    'login.botframework.com': teamsUrl,
    'graph.microsoft.com': teamsUrl,
  };
  const values: ReadonlyArray<readonly [placeholder: string, value: string]> = [
    ...[['xoxb-…', 'xoxb-1'] as const, ['xapp-…', 'xapp-1'] as const],
    ['AVOW_TEAMS_CLIENT_ID=…', `AVOW_TEAMS_CLIENT_ID=${teamsClientId}`],
    ['AVOW_TEAMS_CLIENT_SECRET=…', 'AVOW_TEAMS_CLIENT_SECRET=hush'],
    ['AVOW_TEAMS_TENANT_ID=…', `AVOW_TEAMS_TENANT_ID=${teamsTenantId}`],
    ...['ATATT3x…', 'ATATT3y…', 'NjYx…'].map((placeholder) => [placeholder, 'secret'] as const),
    ...[['8f2c…', 'directory'] as const, ['1b7e…', 'client'] as const, ['Kq8~…', 'the-secret'] as const],
    ['8b2f…', 'd1'],
    // Any other service may use the port of the page.
    ['npx avow teams', 'npx avow teams --port 0'],
  ];

  let asked = 0;
  const askInSlack = async () => {
    asked += 1;
    await slack.push(slackEvent({ text: `<@${botUserId}> ${question}`, ts: `1790000000.00${asked}` }));
    return (await slack.posts(asked)).at(-1)?.['text'] ?? '';
  };
  const askInTeams = async (url: string) => {
    asked += 1;
    teams.reset();
    const activity = teams.activity({ text: question, id: `17900000${asked}` });
    const response = await teams.deliver(url, activity, { issuer: 'https://api.botframework.com' });
    if (response.status !== 200) return `refused with ${response.status}`;
    return JSON.stringify(await teams.posts(1));
  };

  const unread = new Map(Object.entries({ cloud, dataCenter, graph, google, repository }));

  return {
    unread: () => {
      for (const [name, source] of unread) if (source.takeServed() > 0) unread.delete(name);
      return [...unread.keys()];
    },
    hostsOf: (page) => (page.endsWith('teams.md') ? teamsHosts : hosts),
    fill: (block) => {
      const filled = values.reduce(
        (text, [placeholder, value]) => text.replaceAll(placeholder, value),
        block,
      );
      const left = /\S*…\S*/.exec(filled)?.[0];
      if (left !== undefined) throw new Error(`nothing stands for ${left}`);
      return filled;
    },
    watched: (block) => {
      if (/^npx avow slack\b/m.test(block)) return { ready: /^(Connected to Slack)\./m, use: askInSlack };
      if (/^npx avow teams\b/m.test(block))
        return { ready: /^Ready for Teams at (\S+)\. /m, use: askInTeams };
      return null;
    },
    writeFiles: (folder) => {
      const { clientEmail, privateKey } = google.credentials as { clientEmail: string; privateKey: string };
      const key = { type: 'service_account', client_email: clientEmail, private_key: privateKey };
      writeFileSync(join(folder, 'key.json'), JSON.stringify(key));
      writeFileSync(join(folder, 'dify.key'), 'a-key\n');
    },
    close: async () => {
      for (const fake of [cloud, dataCenter, graph, google, repository, slack, teams, pages])
        await fake.close();
    },
  };
}

/** The Knowledge API of Dify with one document, and a page of a website. */
async function startFakePages() {
  const page = (data: object[], also: object = {}) => ({
    data,
    has_more: false,
    total: data.length,
    ...also,
  });
  const segment = { id: 's1', position: 1, content: 'Gifts up to 50 euros may be kept.', enabled: true };
  const answers: Readonly<Record<string, object>> = {
    '/v1/datasets': page([{ id: 'd1', name: 'rules', description: null }]),
    '/v1/datasets/d1/documents': page([{ id: 'a', name: 'Gifts', enabled: true, archived: false }]),
    '/v1/datasets/d1/documents/a/segments': page([segment], { doc_form: 'text_model' }),
  };
  const server = createServer((request, response) => {
    if (request.url === '/returns')
      return void response.setHeader('content-type', 'text/html').end('<h1>Returns</h1><p>In 30 days.</p>');
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    const status = request.headers.authorization !== 'Bearer a-key' ? 401 : answer === undefined ? 404 : 200;
    response.writeHead(status).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => void server.close(),
  };
}
