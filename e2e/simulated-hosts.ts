import childProcess, { type SpawnOptions } from 'node:child_process';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { LaunchPlan, planVariable as nameOfPlan } from '@avow/confinement/testing';

/**
 * Preloaded into a process: requests to the hosts that SIMULATED_HOSTS names go to servers on this machine, so that commands
 * run as the guide shows them. It is a JSON object of hosts, with the port if it is not that of the protocol, and addresses.
 */
const simulatedHosts = process.env['SIMULATED_HOSTS'] ?? '{}';
const hosts: Readonly<Record<string, string>> = JSON.parse(simulatedHosts);

/** The same path at the server that stands for the host; null: none does. */
function standIn(url: URL): URL | null {
  const address = hosts[url.host];
  return address === undefined ? null : new URL(`${url.pathname}${url.search}`, address);
}

const { request: requestHttps } = https;
https.request = ((...given: unknown[]) => {
  const [first, ...rest] = given;
  const isUrl = typeof first === 'string' || first instanceof URL;
  const options = ((isUrl ? rest.shift() : first) ?? {}) as RequestOptions;
  const { hostname = options.host, port, path = '/' } = options;
  const url = isUrl ? new URL(first) : new URL(`https://${hostname}${port ? `:${port}` : ''}${path}`);
  const to = standIn(url);
  if (to === null) return Reflect.apply(requestHttps, https, given);
  const { agent: _agent, lookup: _lookup, host: _host, ...kept } = options;
  const place = {
    protocol: 'http:',
    hostname: to.hostname,
    port: to.port,
    path: `${to.pathname}${to.search}`,
  };
  const headers = { ...(options.headers as Record<string, string>), host: url.host };
  return Reflect.apply(http.request, http, [{ ...kept, ...place, headers, agent: false }, ...rest]);
}) as typeof https.request;

/** Not imported: a confined process that this is preloaded into could not read it. */
const planVariable: typeof nameOfPlan = 'AVOW_LAUNCH_PLAN';

/** A confined process inherits no environment, and so no preloaded module: the plan of one with a network names this one. */
function withSimulatedHosts(plan: LaunchPlan): LaunchPlan {
  if (!plan.network) return plan;
  const file = import.meta.filename;
  const files = [file, join(import.meta.dirname, '../package.json')];
  return {
    ...plan,
    execArgv: [...plan.execArgv, ...files.map((name) => `--allow-fs-read=${name}`), `--import=${file}`],
    env: { ...plan.env, SIMULATED_HOSTS: simulatedHosts },
    readable: [...plan.readable, ...files],
  };
}

const { spawn } = childProcess;
childProcess.spawn = ((command: string, args: readonly string[], options: SpawnOptions) => {
  const plan = options?.env?.[planVariable];
  if (plan === undefined) return Reflect.apply(spawn, childProcess, [command, args, options]);
  const env = { ...options.env, [planVariable]: JSON.stringify(withSimulatedHosts(JSON.parse(plan))) };
  return spawn(command, args, { ...options, env });
}) as typeof childProcess.spawn;
syncBuiltinESMExports();

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const to = standIn(new URL(input instanceof Request ? input.url : input));
  if (to === null) return fetch(input, init);
  return fetch(input instanceof Request ? new Request(to, input) : to, init);
};
