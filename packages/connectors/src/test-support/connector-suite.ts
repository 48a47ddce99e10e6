import { createAddressPolicy } from '@avow/documents/fetching';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  Connector,
  ConnectorDependencies,
  KnownItem,
  ReadEnd,
  SourceFileItem,
  SourceItem,
} from '../connector.ts';
import { SourceFault } from '../source-fault.ts';
import { createSourceHttp } from '../source-http.ts';
import type { FakeSource } from './fake-source.ts';

/** Parts that reach this machine, and do not wait. */
export function testParts(
  options: { readonly isStrict?: boolean; readonly bytesMax?: number } = {},
): ConnectorDependencies {
  const sleep = async (_ms: number, signal: AbortSignal) => signal.throwIfAborted();
  const policy = createAddressPolicy(options.isStrict !== true);
  return {
    http: createSourceHttp({ policy, timeoutMs: 5_000, bytesMax: options.bytesMax ?? 1_000_000, sleep }),
    accepts: (path) => /\.(?:md|txt|html|htm|pdf|docx|csv)$/.test(path),
    fileBytesMax: 100_000,
    nowMs: Date.now,
    sleep,
  };
}

/** What a sync keeps between two readings. */
interface Memory {
  readonly known: ReadonlyMap<string, KnownItem>;
  readonly cursor: string | null;
}

interface Reading {
  readonly items: readonly SourceItem[];
  readonly files: readonly SourceFileItem[];
  readonly faults: readonly Extract<SourceItem, { readonly kind: 'fault' }>[];
  readonly end: ReadEnd;
  /** For the next reading. */
  readonly memory: Memory;
}

const nothing: Memory = { known: new Map(), cursor: null };
const never = new AbortController().signal;

/** Reads a source as a sync does. */
export async function readAll(connector: Connector, memory: Memory = nothing): Promise<Reading> {
  const items: SourceItem[] = [];
  const reading = connector.read({ ...memory, signal: never });
  let next = await reading.next();
  for (; next.done !== true; next = await reading.next()) items.push(next.value);
  const end = next.value;
  const files = items.filter((item) => item.kind === 'file');
  const faults = items.filter((item) => item.kind === 'fault');
  const known = new Map(end.mode === 'delta' ? memory.known : []);
  for (const item of items) {
    if (item.kind === 'file') known.set(item.key, item);
    else if (item.kind === 'removed') known.delete(item.key);
    else if (item.kind !== 'skipped' && item.key !== null) {
      const before = memory.known.get(item.key);
      if (before !== undefined) known.set(item.key, before);
    }
  }
  const cursor = faults.length > 0 ? memory.cursor : end.cursor;
  return { items, files, faults, end, memory: { known, cursor } };
}

export const textsOf = ({ files }: Pick<Reading, 'files'>) =>
  files.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));

export interface SuiteOptions {
  readonly start: () => Promise<FakeSource>;
  /** Whether what is gone is reported: a feed only says what is new. */
  readonly reportsRemovals?: boolean;
  /** Whether one item can fail while others are read: a repository is fetched as a whole. */
  readonly breaksItems?: boolean;
  /** Whether it is reached over the network, with credentials. */
  readonly isRemote?: boolean;
}

const [one, two, three] = ['one.html', 'two.html', 'three.html'];

/** What every connector must do. */
export function describeConnector(
  name: string,
  { start, reportsRemovals = true, breaksItems = true, isRemote = true }: SuiteOptions,
): void {
  describe(`${name} as a connector`, () => {
    const opened: FakeSource[] = [];
    afterEach(async () => {
      for (const fake of opened.splice(0)) await fake.close();
    });
    async function open() {
      const fake = await start();
      opened.push(fake);
      for (const path of [one, two, three]) await fake.put(path, `<p>Text of ${path}</p>`);
      return { fake, connector: fake.open(testParts()) };
    }

    it('reads every item with its text and a path', async () => {
      const { connector } = await open();
      const reading = await readAll(connector);
      for (const path of [one, two, three])
        expect(
          textsOf(reading).filter((text) => text.includes(`Text of ${path}`)),
          path,
        ).toHaveLength(1);
      expect(new Set(reading.files.map(({ path }) => path)).size).toBe(reading.files.length);
      expect(reading.faults).toEqual([]);
    });

    it('reads nothing again that has not changed', async () => {
      const { fake, connector } = await open();
      const { memory, files } = await readAll(connector);
      fake.takeServed();
      const again = await readAll(connector, memory);
      expect([again.files, again.faults, fake.takeServed()]).toEqual([[], [], 0]);
      expect(again.memory.known.size).toBe(files.length);
    });

    it('reads what was added or changed, and nothing else', async () => {
      const { fake, connector } = await open();
      const { memory } = await readAll(connector);
      await fake.put(two, '<p>Text that is new</p>');
      await fake.put('four.html', '<p>Text of four</p>');
      const again = await readAll(connector, memory);
      const texts = textsOf(again).filter((text) => /Text/.test(text));
      expect(texts).toHaveLength(2);
      expect(texts.join()).toMatch(/Text that is new/);
      expect(texts.join()).toMatch(/Text of four/);
      expect(again.memory.known.size).toBe(memory.known.size + 1);
      const last = await readAll(connector, again.memory);
      expect(last.files).toEqual([]);
    });

    it.runIf(reportsRemovals)('reports what is gone', async () => {
      const { fake, connector } = await open();
      const { memory } = await readAll(connector);
      await fake.remove(two);
      const again = await readAll(connector, memory);
      expect(again.faults).toEqual([]);
      expect(again.memory.known.size).toBe(memory.known.size - 1);
    });

    it.runIf(breaksItems)('reports what cannot be read for now as a fault, and reads it later', async () => {
      const { fake, connector } = await open();
      const { memory } = await readAll(connector);
      await fake.put(two, '<p>Text that is new</p>');
      fake.breakItem(two);
      const broken = await readAll(connector, memory);
      expect(broken.faults).toHaveLength(1);
      expect(broken.faults[0]?.reason).toMatch(/503/);
      expect(broken.memory.known.size).toBe(memory.known.size);
      fake.breakItem(null);
      const repaired = await readAll(connector, broken.memory);
      expect(textsOf(repaired).join()).toMatch(/Text that is new/);
      expect(repaired.memory.known.size).toBe(memory.known.size);
    });

    it('rejects if the source cannot be read at all, and says nothing of its items', async () => {
      const { fake, connector } = await open();
      const { memory } = await readAll(connector);
      fake.breakAll(true);
      await expect(readAll(connector, memory)).rejects.toMatchObject({
        name: 'SourceFault',
        code: 'unreachable',
      });
      fake.breakAll(false);
      expect((await readAll(connector, memory)).files).toEqual([]);
    });

    it.runIf(isRemote)('rejects if its credentials are refused', async () => {
      const { fake, connector } = await open();
      fake.revoke();
      const fault = await readAll(connector).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'SourceFault', code: 'unauthorized' });
      expect((fault as SourceFault).message).not.toMatch(/secret/);
    });

    it('goes on after an interruption without reading twice', async () => {
      const { connector } = await open();
      const whole = await readAll(connector);
      const [first] = whole.files;
      const part: Memory = { known: new Map(first === undefined ? [] : [[first.key, first]]), cursor: null };
      const rest = await readAll(connector, part);
      expect(rest.files.map(({ key }) => key)).not.toContain(first?.key);
      expect(rest.memory.known.size).toBe(whole.memory.known.size);
    });

    it('stops when it is aborted', async () => {
      const { connector } = await open();
      const reason = new Error('stopped by a test');
      const reading = connector.read({ ...nothing, signal: AbortSignal.abort(reason) });
      await expect(reading.next()).rejects.toBe(reason);
    });

    it.runIf(isRemote)('does not connect to private addresses', async () => {
      const { fake } = await open();
      const strict = fake.open(testParts({ isStrict: true }));
      fake.takeServed();
      const fault = await readAll(strict).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(SourceFault);
      expect(fault).toMatchObject({ code: 'not_allowed' });
      expect(fake.takeServed()).toBe(0);
    });
  });
}
