import type { FakeIssuer } from '@avow/server/testing';
import type { ConsoleService } from './console-service.ts';
import type { ConsoleSession } from './console-session.ts';

/** What the tests of every page share. */
export interface PageTools {
  readonly console: () => ConsoleService;
  /** A window that is opened for each test. */
  readonly session: () => ConsoleSession;
  /** The OpenID provider that people may sign in with. */
  readonly issuer: () => FakeIssuer;
}
