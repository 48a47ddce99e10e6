import { AppError } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { createRecordChecks } from '../../log/compose/create-record-checks.ts';
import type { NodeEvent, NodeState } from '../node-state.ts';
import { createNodeWatch } from '../store/node-watch.ts';
import { isOnlyAway, watchNodes } from './watch-nodes.ts';

const state = (changes: Partial<NodeState> = {}): NodeState => ({
  isDatabaseThere: true,
  alive: [
    { nodeId: 'nod_1', host: 'one' },
    { nodeId: 'nod_2', host: 'two' },
  ],
  clockApartMs: -1500,
  writes: { count: 3, oldestMs: 2500 },
  ...changes,
});
const heard = {
  ...{ alive: [], lost: new Set<string>(), clockApartMs: 0, schema: { found: 1, known: 1 } },
};

describe('what operators hear of nodes', () => {
  it('is that the database is away, once, after three beats without an answer, and that it is back', () => {
    const events: NodeEvent[] = [];
    const watch = createNodeWatch('nod_1', (event) => void events.push(event));
    watch.tick(null);
    watch.heard(heard);
    watch.tick(null);
    watch.tick('refused');
    expect([events, watch.isDatabaseThere]).toEqual([[], true]);
    for (let beat = 0; beat < 5; beat += 1) watch.tick('refused');
    expect([events, watch.isDatabaseThere]).toEqual([[{ kind: 'database_away', error: 'refused' }], false]);
    watch.heard(heard);
    expect(events.slice(1)).toMatchObject([{ kind: 'database_back' }]);
  });

  it('is logged, and a newer schema ends the process', () => {
    const lines: string[] = [];
    let tell: (event: NodeEvent) => void = () => undefined;
    let ended = 0;
    watchNodes({
      nodes: {
        onEvent: (handler) => {
          tell = handler;
        },
      },
      log: createLog('info', { write: (line) => lines.push(line) }),
      onSuperseded: () => {
        ended += 1;
      },
    });
    const node = { nodeId: 'nod_2', host: 'two' };
    tell({ kind: 'database_away', error: new Error('refused') });
    tell({ kind: 'database_back', awayMs: 5000 });
    for (const kind of ['node_joined', 'node_left', 'node_lost'] as const) tell({ kind, node });
    tell({ kind: 'clock_apart', apartMs: 9000 });
    tell({ kind: 'clock_in_step' });
    expect(ended).toBe(0);
    tell({ kind: 'superseded', found: 3, known: 2 });
    expect(ended).toBe(1);
    const levels = lines.map((line) => JSON.parse(line).level);
    expect(levels).toEqual(['error', 'info', 'info', 'info', 'warn', 'error', 'info', 'fatal']);
    expect(lines[4]).toContain('"host":"two"');
  });

  it('is not that work has failed which was only looked for', () => {
    const away = new AppError('audit_unavailable');
    expect(isOnlyAway({ state }, away)).toBe(true);
    expect(isOnlyAway({ state }, new AppError('internal'))).toBe(false);
    expect(isOnlyAway({ state: () => null }, away)).toBe(false);
  });

  it('is in the metrics, which have none of it for a process that shares its records with no other', async () => {
    const read = async (found: NodeState | null) =>
      (await createMetrics({ queriesInProgress: () => 0, sharedState: () => found }).text()).text;
    const shared = await read(state());
    for (const line of [
      'avow_database_up 1',
      'avow_nodes_alive{host="one"} 1',
      'avow_nodes_alive{host="two"} 1',
      'avow_writes_waiting 3',
      'avow_writes_oldest_wait_seconds 2.5',
      'avow_clock_offset_seconds -1.5',
    ])
      expect(shared.split('\n')).toContain(line);
    expect(await read(state({ isDatabaseThere: false }))).toContain('\navow_database_up 0\n');
    expect(await read(null)).not.toMatch(/^avow_(?:database|nodes|writes|clock)/m);
  });

  it('makes a node not ready while a write waits for long, or the store does not answer', async () => {
    const clock = { nowMs: () => 1 };
    const store = { ping: async () => undefined };
    const check = (found: NodeState | null) =>
      createRecordChecks({ store, nodes: { state: () => found } }, clock)();
    expect(await check(null)).toEqual({ records: true });
    expect(await check(state())).toEqual({ records: true, writes: true });
    const stuck = state({ writes: { count: 1, oldestMs: 5001 } });
    expect(await check(stuck)).toEqual({ records: true, writes: false });
  });
});
