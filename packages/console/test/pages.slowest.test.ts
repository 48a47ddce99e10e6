import { type FakeIssuer, startFakeIssuer } from '@avow/server/testing';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { testAsking } from './pages/asking.ts';
import { testClosingGaps } from './pages/closing-gaps.ts';
import { testContent } from './pages/content.ts';
import { testFinding } from './pages/finding.ts';
import { testGuarantee } from './pages/guarantee.ts';
import { testGuardrails } from './pages/guardrails.ts';
import { testGuide } from './pages/guide.ts';
import { testHome } from './pages/home.ts';
import { testPeople } from './pages/people.ts';
import { testRecords } from './pages/records.ts';
import { testReference } from './pages/reference.ts';
import { testReview } from './pages/review.ts';
import { testRoles } from './pages/roles.ts';
import { testRunningIt } from './pages/running-it.ts';
import { testSources } from './pages/sources.ts';
import { testUnderPath } from './pages/under-a-path.ts';
import { testWidget } from './pages/widget.ts';
import { testWidgetDesigner } from './pages/widget-designer.ts';
import { testWriting } from './pages/writing.ts';
import { type ConsoleService, startConsoleService } from './support/console-service.ts';
import { type ConsoleSession, openConsoleSession } from './support/console-session.ts';
import { inBrowser } from './support/in-browser.ts';
import { openBrowser } from './support/open-browser.ts';
import type { PageTools } from './support/page-tools.ts';

let browser: Browser;
let issuer: FakeIssuer;
let console: ConsoleService;
let session: ConsoleSession;

beforeAll(async () => {
  issuer = await startFakeIssuer('avow');
  [browser, console] = await Promise.all([openBrowser(), startConsoleService(issuer)]);
});

afterAll(async () => {
  await browser.close();
  await console.close();
  await issuer.close();
});

beforeEach(async () => {
  session = await openConsoleSession(browser, console.url);
});

afterEach(() => session.close());

const tools: PageTools = {
  console: () => console,
  session: () => session,
  issuer: () => issuer,
};

/** One browser and one service for all of them: starting either takes longer than any test. */
describe('the console in a browser', inBrowser, () => {
  testPeople(tools);
  testRoles(tools);
  testAsking(tools);
  testHome(tools);
  testContent(tools);
  testWriting(tools);
  testSources(tools);
  testClosingGaps(tools);
  testReview(tools);
  testRecords(tools);
  testFinding(tools);
  testGuardrails(tools);
  testRunningIt(tools);
  testGuarantee(tools);
  testReference(tools);
  testGuide(tools);
  testUnderPath(tools);
  testWidget(tools);
  testWidgetDesigner(tools);
});
