import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { roles } from '@avow/contract/roles';
import { type SignedIn, signInAs } from '@avow/server/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { startConsoleService } from './support/console-service.ts';
import { openConsoleSession, signIn } from './support/console-session.ts';
import {
  guidePictures,
  hashOfPage,
  manifestPath,
  picturesFolder,
  readDrawn,
} from './support/guide-pictures.ts';
import { type ConsoleView, listViews, viewers } from './support/list-views.ts';
import { openBrowser } from './support/open-browser.ts';
import { createMovingClock, seedContent } from './support/seed-content.ts';

/**
 * Writes a picture of every page, light and dark, at 1440 and 390 pixels wide, into the folder that is given or
 * `.screenshots`. With further arguments, only those whose names begin with one of them, such as `pack` or
 * `records-light-1440`. With `--guide` as the folder, the pictures of the guide are written, as small as they can be read;
 * with further arguments, only those of them.
 */
const [given = join(import.meta.dirname, '../.screenshots'), ...chosen] = process.argv.slice(2);
const isForGuide = given === '--guide';
if (given.startsWith('-') && !isForGuide) {
  const isHelp = given === '--help' || given === '-h';
  process[isHelp ? 'stdout' : 'stderr'].write(
    `${isHelp ? '' : `There is no option ${given}.\n`}Usage: npm run build -- screenshots [FOLDER | --guide] [NAME...]\n`,
  );
  process.exit(isHelp ? 0 : 2);
}
const folder = isForGuide ? picturesFolder : given;
const isChosen = (name: string) => chosen.length === 0 || chosen.some((start) => name.startsWith(start));
const only = isForGuide ? Object.keys(guidePictures).filter(isChosen) : chosen;
const drawn: Record<string, string> = { ...readDrawn() };
const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const;
type Look = (typeof looks)[number];

async function drawAll(browser: Browser): Promise<void> {
  const clock = createMovingClock();
  const console = await startConsoleService(undefined, clock);
  const { service, tenantId } = console;
  const { sourceId } = await seedContent(console, clock);
  const views = await listViews(console, sourceId);
  // Who signed in weeks ago by the clock of the service is signed in no longer.
  const people = new Map<string, SignedIn>();
  for (const role of roles)
    people.set(role, await signInAs(service, tenantId, role, { name: viewers[role] }));
  const umbrella = await service.createTenant('umbrella');
  people.set('newcomer', await signInAs(service, umbrella, 'owner', { name: viewers.newcomer }));
  const isWanted = ({ name }: ConsoleView, { theme, width }: Look) =>
    only.length === 0 || only.some((start) => `${name}-${theme}-${width}`.startsWith(start));
  for (const look of looks) {
    const session = await openConsoleSession(browser, console.url);
    await session.page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await session.page.setViewportSize(look);
    const wanted = views.filter((view) => isWanted(view, look));
    if (wanted.some(({ name }) => name === 'sign-in')) {
      await session.page.goto('/console');
      await session.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      await session.page.screenshot({ path: pathOf('sign-in', look) });
    }
    for (const [role, person] of people) {
      const theirs = wanted.filter(({ name, as = 'owner' }) => name !== 'sign-in' && as === role);
      if (theirs.length === 0) continue;
      await session.context.clearCookies();
      await signIn(session, person, '/console/account');
      for (const view of theirs) await draw(session, view, look);
    }
    await session.close();
  }
}

const pathOf = (name: string, { theme, width }: Look) =>
  join(resolve(folder), `${name}-${theme}-${width}.png`);

async function draw(
  { page }: Awaited<ReturnType<typeof openConsoleSession>>,
  view: ConsoleView,
  look: Look,
): Promise<void> {
  await page.goto(view.path);
  await page.locator('#main').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(250);
  await view.prepare?.(page);
  await page.waitForTimeout(250);
  const path = pathOf(view.name, look);
  const picture = await page.screenshot({ fullPage: view.isWhole === true, ...(isForGuide ? {} : { path }) });
  await view.restore?.();
  if (!isForGuide) return;
  await writeFile(path.replace(/png$/, 'webp'), await compress(page.context(), picture));
  const name = `${view.name}-${look.theme}-${look.width}`;
  drawn[name] = hashOfPage(guidePictures[name] ?? '');
}

/** WebP as the browser writes it: a fifth of the size. */
async function compress(context: BrowserContext, picture: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  const source = `data:image/png;base64,${picture.toString('base64')}`;
  const encoded: string = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.7);
  })()`);
  await page.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

await mkdir(folder, { recursive: true });
const browser = await openBrowser();
await drawAll(browser);
await browser.close();
if (isForGuide) await writeFile(manifestPath, `${JSON.stringify(drawn, Object.keys(drawn).toSorted(), 2)}\n`);
// The parsers that the service shares stay open for further files.
process.exit(0);
