import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Reader } from '../../../interfaces/reader.ts';
import { type EmbeddedReaderOptions, openEmbeddedReader } from '../open-embedded-reader.ts';
import type { ReaderEvent } from '../reader-event.ts';
import { writeTinyReader } from './write-tiny-reader.ts';

const processUrl = new URL('./faulty-reader-process.ts', import.meta.url);

/** Readers of one test, which are closed after it, and a folder for their files. */
export function useTinyReaders() {
  let folder = '';
  let opened: Reader[] = [];
  let events: ReaderEvent[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'avow-reader-'));
    opened = [];
    events = [];
  });
  afterEach(async () => {
    for (const reader of opened) await reader.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (options: Partial<EmbeddedReaderOptions> = {}): Promise<Reader> => {
    const reader = await openEmbeddedReader({
      folder,
      processes: 1,
      onEvent: (event) => events.push(event),
      ...options,
    });
    opened.push(reader);
    return reader;
  };
  return {
    folder: () => folder,
    events: () => events,
    kinds: () => events.map(({ kind }) => kind),
    open,
    /** One whose processes do what some words ask for. */
    openTiny: async (
      options: Partial<EmbeddedReaderOptions> = {},
      manifest: Readonly<Record<string, unknown>> = {},
    ): Promise<Reader> => {
      writeTinyReader(folder, manifest);
      return await open({ processUrl, ...options });
    },
    eventOf: async <Kind extends ReaderEvent['kind']>(kind: Kind) => {
      const find = () =>
        events.find((event): event is Extract<ReaderEvent, { kind: Kind }> => event.kind === kind);
      await expect.poll(find, { timeout: 20_000 }).toBeDefined();
      return find();
    },
  };
}
