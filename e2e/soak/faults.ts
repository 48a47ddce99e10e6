import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../../bench/watch-memory.ts';

const modelProcesses = ['reader-process', 'encoder-process', 'screener-process'] as const;
const hangMs = 20_000;
const slowClients = 50;
const slowMs = 15_000;

/** The processes of models below the service. */
function listModels(service: number): number[] {
  return (listProcesses(service) ?? []).filter((id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return modelProcesses.some((name) => command.includes(name));
    } catch {
      return false;
    }
  });
}

export interface FaultTarget {
  readonly service: number;
  readonly url: string;
  readonly random: () => number;
}

/** Disturbances that the service must answer through. Each says what it did. */
export const faults: ReadonlyArray<(target: FaultTarget) => Promise<string>> = [
  async ({ service, random }) => {
    const models = listModels(service);
    const chosen = models[Math.floor(random() * models.length)];
    if (chosen === undefined) return 'no process of a model was running';
    process.kill(chosen, 'SIGKILL');
    return 'killed a process of a model, as the system does when memory runs out';
  },
  async ({ service, random }) => {
    const models = listModels(service);
    const chosen = models[Math.floor(random() * models.length)];
    if (chosen === undefined) return 'no process of a model was running';
    process.kill(chosen, 'SIGSTOP');
    await sleep(hangMs);
    try {
      process.kill(chosen, 'SIGCONT');
    } catch {
      // Replaced meanwhile, as it should be.
    }
    return `let a process of a model hang for ${hangMs / 1000} seconds`;
  },
  async ({ url }) => {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    for (let opened = 0; opened < slowClients; opened += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write('POST /v1/query HTTP/1.1\r\nHost: avow\r\nContent-Length: 100\r\n\r\n{"pro');
      sockets.push(socket);
    }
    await sleep(slowMs);
    for (const socket of sockets) socket.destroy();
    return `held ${slowClients} requests half sent for ${slowMs / 1000} seconds`;
  },
];
