import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Encoder } from '../../../interfaces/encoder.ts';
import type { EncoderEvent } from '../encoder-event.ts';
import { type EmbeddedEncoderOptions, openEmbeddedEncoder } from '../open-embedded-encoder.ts';
import { writeTinyEncoder } from './write-tiny-encoder.ts';

const processUrl = new URL('./faulty-encoder-process.ts', import.meta.url);

/** Encoders of one test, which are closed after it, and a folder for their files. */
export function useTinyEncoders() {
  let folder = '';
  let opened: Encoder[] = [];
  let events: EncoderEvent[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'avow-encoder-'));
    opened = [];
    events = [];
  });
  afterEach(async () => {
    for (const encoder of opened) await encoder.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (options: Partial<EmbeddedEncoderOptions> = {}): Promise<Encoder> => {
    const encoder = await openEmbeddedEncoder({ folder, onEvent: (event) => events.push(event), ...options });
    opened.push(encoder);
    return encoder;
  };
  return {
    folder: () => folder,
    events: () => events,
    kinds: () => events.map(({ kind }) => kind),
    open,
    /** One whose process does what some texts ask for. */
    openTiny: async (options: Partial<EmbeddedEncoderOptions> = {}): Promise<Encoder> => {
      writeTinyEncoder(folder);
      return await open({ processUrl, ...options });
    },
    eventOf: async <Kind extends EncoderEvent['kind']>(kind: Kind) => {
      const find = () =>
        events.find((event): event is Extract<EncoderEvent, { kind: Kind }> => event.kind === kind);
      await expect.poll(find, { timeout: 20_000 }).toBeDefined();
      return find();
    },
  };
}
