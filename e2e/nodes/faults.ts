import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Node } from './cluster.ts';

export type FaultKind = keyof typeof faults;

/** Numbers between 0 and 1. */
type Random = () => number;

const between = (random: Random, min: number, max: number) => min + random() * (max - min);
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** Mostly short; one in eight is longer than it takes until others take over. */
const outageMs = (random: Random) => (random() < 0.125 ? 12_000 : between(random, 100, 2000));

/** Each returns when the fault is over; a node that was ended is running again. */
const faults = {
  async 'node killed'({ nodes }: Cluster, random: Random) {
    const node = pick(random, nodes);
    await node.kill();
    await sleep(outageMs(random));
    await node.start();
  },
  async 'node restarted'({ nodes }: Cluster, random: Random) {
    const node = pick(random, nodes);
    await node.stop();
    await node.start();
  },
  /** It holds whatever it holds, and notices nothing. */
  async 'node frozen'({ nodes }: Cluster, random: Random) {
    const node = pick(random, nodes);
    node.signal('SIGSTOP');
    await sleep(outageMs(random));
    node.signal('SIGCONT');
  },
  /** Ahead of all others by minutes, or back. */
  async 'clock moved'({ nodes }: Cluster, random: Random) {
    pick(random, nodes).signal('SIGUSR2');
  },
  async 'database crashed'({ server }: Cluster, random: Random) {
    await server.crash();
    await sleep(outageMs(random));
    await server.start();
  },
  /** The server ends all other connections as well, and recovers by itself. */
  async 'backend killed'({ server }: Cluster) {
    await server.killBackend();
  },
  async 'connections cut'({ nodes }: Cluster, random: Random) {
    const cut = random() < 0.5 ? nodes : [pick(random, nodes)];
    for (const { proxy } of cut) proxy.cutAll();
  },
  async 'packets delayed'({ nodes }: Cluster, random: Random) {
    const { proxy } = pick(random, nodes);
    proxy.delay(between(random, 20, 400));
    await sleep(between(random, 500, 2000));
    proxy.delay(0);
  },
  async 'packets held'({ nodes }: Cluster, random: Random) {
    const held: readonly Node[] = random() < 0.3 ? nodes : [pick(random, nodes)];
    const release = held.map(({ proxy }) => proxy.hold());
    await sleep(outageMs(random));
    for (const flow of release) flow();
  },
} as const;

/** Makes one fault happen, drawn at random from these; if none are named, from all. */
export async function makeFault(
  cluster: Cluster,
  random: Random,
  kinds: readonly FaultKind[] = Object.keys(faults) as FaultKind[],
): Promise<FaultKind> {
  const kind = pick(random, kinds);
  await faults[kind](cluster, random);
  return kind;
}
