import type { ConsoleService } from './console-service.ts';
import type { ConsoleSession } from './console-session.ts';

/** What the tests of every page share. */
export interface PageTools {
  readonly console: () => ConsoleService;
  /** A window that is opened for each test. */
  readonly session: () => ConsoleSession;
}
