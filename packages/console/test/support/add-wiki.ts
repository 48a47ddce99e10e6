import { startFakeConfluence } from '@avow/connectors/testing';
import { callService, waitUntil } from './call-service.ts';
import type { ConsoleService } from './console-service.ts';

/** Adds a wiki to a pack, one of whose pages is for people who have no group, and waits for its first sync. */
export async function addWiki(console: ConsoleService, packId: string): Promise<string> {
  const wiki = await startFakeConfluence('cloud');
  for (const title of ['Returns', 'Repairs', 'Salaries']) await wiki.put(title, `<p>All about ${title}.</p>`);
  wiki.restrictions.set('Salaries', ['directors']);
  const access_map = [{ principal: 'space:DOCS', group: null }];
  const path = `/v1/content-packs/${packId}/sources`;
  const { id } = await callService(console, 'POST', path, {
    name: 'wiki',
    connection: { kind: 'confluence', url: wiki.url, space: 'DOCS', access: 'mapped', access_map },
    credentials: { username: 'reader@example.com', token: 'secret' },
  });
  await waitUntil(
    () => callService(console, 'GET', `${path}/${id}`),
    ({ sync }) => sync === null,
  );
  await wiki.close();
  return id;
}
