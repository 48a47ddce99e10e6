import { startPostgres } from '@avow/server/testing/inner';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { type ConsoleSession, openConsoleSession } from './support/console-session.ts';
import { inBrowser } from './support/in-browser.ts';
import { openBrowser } from './support/open-browser.ts';
import { type Gym, openGym } from './support/open-gym.ts';
import { sizes } from './support/sizes.ts';
import { type Product, startProduct } from './support/start-product.ts';
import type { TaskTools } from './support/task-tools.ts';
import { testAsk } from './tasks/ask-and-read-why.ts';
import { testAudit } from './tasks/audit-records.ts';
import { testReference } from './tasks/call-it-from-a-program.ts';
import { testGap } from './tasks/close-a-gap.ts';
import { testEvaluation } from './tasks/evaluate-before-publishing.ts';
import { testPeople } from './tasks/give-people-roles-and-keys.ts';
import { testWebsite } from './tasks/put-the-chat-on-a-website.ts';
import { testRecords } from './tasks/read-and-prove-records.ts';
import { testReview } from './tasks/review-answers.ts';
import { testGuardrails } from './tasks/set-guardrails.ts';
import { testModels } from './tasks/set-language-models.ts';
import { testStart } from './tasks/start-and-load-files.ts';
import { testWrite } from './tasks/write-and-publish.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What somebody would have in view where a task has failed. */
async function printPage({ page, faults }: ConsoleSession): Promise<void> {
  const shown = await page.locator('body').innerText();
  process.stdout.write(`${page.url()}\n${shown}\n${faults.join('\n')}\n`);
}

/** The tasks of somebody who owns content and does not program, in the order in which they come up. */
function testTasks(size: (typeof sizes)[number], product: () => Product): void {
  let gym: Gym;
  const windows: ConsoleSession[] = [];
  const openWindow = async () => {
    const opened = await openConsoleSession(browser, product().url);
    await opened.page.setViewportSize(size);
    windows.push(opened);
    return opened;
  };
  beforeAll(async () => {
    gym = await openGym(product(), `gym-${size.width}`);
  });
  beforeEach(async () => void (await openWindow()));
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const each of windows) await printPage(each);
    await Promise.all(windows.splice(0).map((each) => each.close()));
    // Each task begins with the policy that is built in.
    await gym.call('DELETE', '/v1/guardrails');
  });
  const session = () => {
    const [first] = windows;
    if (first === undefined) throw new Error('no window is open');
    return first;
  };
  const tools: TaskTools = { product, gym: () => gym, session, openWindow };
  testStart(tools);
  testAsk(tools);
  testWrite(tools);
  testGap(tools);
  testGuardrails(tools);
  testReview(tools);
  testWebsite(tools);
  testRecords(tools);
  testAudit(tools);
  testModels(tools);
  testPeople(tools);
  testEvaluation(tools);
  testReference(tools);
}

describe('the tasks of a content owner, with SQLite', inBrowser, () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.close());
  describe.each(sizes)('$name', (size) => testTasks(size, () => product));
});

describe('the tasks of a content owner, with PostgreSQL', inBrowser, () => {
  let product: Product;
  let database: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    database = await startPostgres();
    product = await startProduct(await database.newDatabase());
  });
  afterAll(async () => {
    await product.close();
    await database.stop();
  });
  testTasks(sizes[0], () => product);
});
