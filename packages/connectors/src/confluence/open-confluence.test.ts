import { afterEach, describe, expect, it } from 'vitest';
import { readAll, testParts, textsOf } from '../test-support/connector-suite.ts';
import { type FakeConfluence, startFakeConfluence } from '../test-support/fake-confluence.ts';
import { openConfluence } from './open-confluence.ts';

const opened: FakeConfluence[] = [];
afterEach(async () => {
  for (const fake of opened.splice(0)) await fake.close();
});

describe.each(['cloud', 'data_center'] as const)('Confluence as %s', (edition) => {
  async function open() {
    const fake = await startFakeConfluence(edition);
    opened.push(fake);
    for (const title of ['Home', 'Salaries', 'Bonus']) await fake.put(title, `<p>Text of ${title}</p>`);
    return { fake, connector: fake.open(testParts()) };
  }
  const readersOf = async (connector: Awaited<ReturnType<typeof open>>['connector'], title: string) =>
    (await readAll(connector)).files.find((file) => file.title === title)?.readers;

  it('reports who may read the space, every page above and the page itself', async () => {
    const { fake, connector } = await open();
    fake.parents.set('Bonus', 'Salaries');
    fake.restrictions.set('Salaries', ['hr', 'board']);
    fake.restrictions.set('Bonus', ['board']);
    const space = ['group:staff', 'space:DOCS'];
    expect(await readersOf(connector, 'Home')).toEqual([space]);
    expect(await readersOf(connector, 'Salaries')).toEqual([space, ['group:hr', 'group:board']]);
    expect(await readersOf(connector, 'Bonus')).toEqual([
      space,
      ['group:board'],
      ['group:hr', 'group:board'],
    ]);
  });

  it('reads blog posts and attachments, for those who may read the page', async () => {
    const { fake, connector } = await open();
    fake.putBlogPost('News', '<p>We moved.</p>');
    fake.restrictions.set('Salaries', ['hr']);
    fake.restrictions.set('News', ['board']);
    fake.attach('Salaries', 'table.csv', 'name,salary');
    fake.attach('News', 'plan.md', '# Plan');
    fake.attach('Home', 'photo.xyz', 'not a document');
    fake.attach('Draft', 'draft.md', 'of a page that is not read');
    const { files, memory } = await readAll(connector);
    const space = ['group:staff', 'space:DOCS'];
    expect(
      files.map(({ path, readers }) => [path, readers]).filter(([path]) => /[/]/.test(String(path))),
    ).toEqual([
      ['Blog/News.html', [space, ['group:board']]],
      ['Salaries/table.csv', [space, ['group:hr']]],
      ['Blog/News/plan.md', [space, ['group:board']]],
    ]);
    expect(textsOf({ files }).at(-1)).toBe('# Plan');

    // What is read again, and what is gone.
    expect((await readAll(connector, memory)).files).toEqual([]);
    fake.attach('News', 'plan.md', '# Plan B');
    fake.restrictions.set('Salaries', ['hr', 'board']);
    const changed = await readAll(connector, memory);
    expect(changed.files.map(({ path }) => path)).toEqual([
      'Salaries.html',
      'Salaries/table.csv',
      'Blog/News/plan.md',
    ]);
    fake.detach('table.csv');
    await fake.remove('News');
    const { memory: last } = await readAll(connector, changed.memory);
    expect(last.known.size).toBe(3);
  });

  it('reads a page again if a page above it is restricted', async () => {
    const { fake, connector } = await open();
    fake.parents.set('Bonus', 'Salaries');
    const { memory } = await readAll(connector);
    fake.restrictions.set('Salaries', ['hr']);
    const again = await readAll(connector, memory);
    expect(again.files.map(({ title }) => title).sort()).toEqual(['Bonus', 'Salaries']);
  });

  it('has the title of a page, and the address that people open it at', async () => {
    const { connector } = await open();
    const [first] = (await readAll(connector)).files;
    expect(first).toMatchObject({
      title: 'Home',
      path: 'Home.html',
      url: expect.stringMatching(/\/pages\/\d+$/),
    });
    expect(textsOf({ files: first === undefined ? [] : [first] })[0]).toContain('<title>Home</title>');
  });

  it('waits if there were too many requests', async () => {
    const { fake, connector } = await open();
    fake.throttled = 2;
    expect((await readAll(connector)).files).toHaveLength(3);
    fake.throttled = 3;
    await expect(readAll(connector)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('rejects a space that is not there', async () => {
    const { fake } = await open();
    const headers = { authorization: `Basic ${Buffer.from('reader@example.com:secret').toString('base64')}` };
    const other = openConfluence(testParts(), {
      ...{ edition, url: fake.url, space: 'OTHER', readsAccess: true, headers },
    });
    await expect(readAll(other)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('reads the restrictions of folders, and admits nobody below what it cannot see', async () => {
  const fake = await startFakeConfluence('cloud');
  opened.push(fake);
  await fake.put('Inside', '<p>Text</p>');
  await fake.put('Lost', '<p>Text</p>');
  fake.parents.set('Inside', 'folder');
  fake.restrictions.set('folder', ['board']);
  // A page that the token does not see.
  fake.parents.set('Lost', 'Hidden');
  const { files } = await readAll(fake.open(testParts()));
  expect(files.find(({ title }) => title === 'Inside')?.readers?.[1]).toEqual(['group:board']);
  expect(files.find(({ title }) => title === 'Lost')?.readers?.[1]).toEqual([]);
});
