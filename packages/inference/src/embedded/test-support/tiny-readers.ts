import type { Reader } from '../../reader.ts';
import { type EmbeddedReaderOptions, openEmbeddedReader } from '../open-embedded-reader.ts';
import type { ReaderEvent } from '../reader-event.ts';
import { useOpened } from './use-opened.ts';
import { writeTinyReader } from './write-tiny-reader.ts';

const processUrl = new URL('./faulty-reader-process.ts', import.meta.url);

/** Readers of one test, which are closed after it, and a folder for their files. */
export function useTinyReaders() {
  const used = useOpened<Reader, ReaderEvent, EmbeddedReaderOptions>((options) =>
    openEmbeddedReader({ processes: 1, ...options }),
  );
  return {
    ...used,
    /** One whose processes do what some words ask for. */
    openTiny: async (
      options: Partial<EmbeddedReaderOptions> = {},
      manifest: Readonly<Record<string, unknown>> = {},
    ): Promise<Reader> => {
      writeTinyReader(used.folder(), manifest);
      return await used.open({ processUrl, ...options });
    },
  };
}
