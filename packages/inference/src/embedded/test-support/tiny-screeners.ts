import type { Screener } from '../../screener.ts';
import { type EmbeddedScreenerOptions, openEmbeddedScreener } from '../open-embedded-screener.ts';
import type { ScreenerEvent } from '../screener-event.ts';
import { useOpened } from './use-opened.ts';
import { writeTinyScreener } from './write-tiny-screener.ts';

const processUrl = new URL('./faulty-screener-process.ts', import.meta.url);

/** Screeners of one test, which are closed after it, and a folder for their files. */
export function useTinyScreeners() {
  const used = useOpened<Screener, ScreenerEvent, EmbeddedScreenerOptions>(openEmbeddedScreener);
  return {
    ...used,
    /** One whose processes do what some words ask for. */
    openTiny: async (
      options: Partial<EmbeddedScreenerOptions> = {},
      manifest: Readonly<Record<string, unknown>> = {},
    ): Promise<Screener> => {
      writeTinyScreener(used.folder(), manifest);
      return await used.open({ processUrl, ...options });
    },
  };
}
