import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

/** Models of one test, which are closed after it, a folder for their files, and what happened to their processes. */
export function useOpened<
  Model extends { close(): Promise<void> },
  Event extends { readonly kind: string },
  Options extends object,
>(
  openModel: (
    options: { readonly folder: string; readonly onEvent: (event: Event) => void } & Partial<Options>,
  ) => Promise<Model>,
) {
  let folder = '';
  let opened: Model[] = [];
  let events: Event[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'avow-model-'));
    opened = [];
    events = [];
  });
  afterEach(async () => {
    for (const model of opened) await model.close();
    rmSync(folder, { recursive: true });
  });

  return {
    folder: () => folder,
    events: () => events,
    kinds: () => events.map(({ kind }) => kind),
    open: async (options: Partial<Options> = {}): Promise<Model> => {
      const model = await openModel({ folder, onEvent: (event) => events.push(event), ...options });
      opened.push(model);
      return model;
    },
    eventOf: async <Kind extends Event['kind']>(kind: Kind) => {
      const find = () =>
        events.find((event): event is Extract<Event, { readonly kind: Kind }> => event.kind === kind);
      await expect.poll(find).toBeDefined();
      return find();
    },
  };
}
