import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { AppParts } from '../../app/app-parts.ts';
import { type App, createApp } from '../../app/create-app.ts';
import { createDemoKey, prepareDemo } from '../../app/create-demo.ts';
import { type DataFolder, isUnsealed, openDataFolder } from '../../app/open-data-folder.ts';
import { openModels } from '../../app/open-models.ts';
import type { Config } from '../../config/load-config.ts';
import type { Tenant } from '../../interfaces/access-store.ts';
import type { BrokenStore } from '../../interfaces/broken-store.ts';
import type { ModelsSettings } from '../../interfaces/model-settings.ts';
import { createLog, type Log } from '../../log/create-log.ts';
import type { CommandContext } from '../command-context.ts';
import { progressBar, type Terminal } from '../terminal.ts';

/** What a service ends by: somebody asks for it, or the disk fails. */
interface Ends {
  readonly terminal: Terminal;
  readonly asked: Promise<string>;
  readonly broken: Promise<BrokenStore>;
}

export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the service; an empty data folder gets a demonstration tenant')
    .action(() => serve(context.config(), context));
}

async function serve(config: Config, context: CommandContext): Promise<void> {
  const { terminal, isNpmScript } = context;
  // First: a fault in it must not leave half a demonstration behind.
  const languageModels = context.languageModels();
  const asked = stopAsked(isNpmScript);
  const broken = Promise.withResolvers<BrokenStore>();
  if (isUnsealed(config)) terminal.out(describeUpgrade(config));
  const data = await openDataFolder(config, { forServing: true, onBroken: broken.resolve });
  try {
    await serveFrom(data, { config, languageModels }, { terminal, asked, broken: broken.promise });
  } finally {
    // Its threads would keep a process alive that has failed to start.
    await data.close();
  }
  terminal.out('Stopped.');
}

async function serveFrom(
  data: DataFolder,
  { config, languageModels }: { readonly config: Config; readonly languageModels: ModelsSettings },
  ends: Ends,
): Promise<void> {
  const { terminal } = ends;
  const log = createLog(config.logLevel);
  const bar = progressBar(terminal, 'Preparing the demonstration');
  const demo = config.demo === 'on' ? await prepareDemo(data, bar.update).finally(bar.end) : null;
  const { close, ...models } = await openModels(config, languageModels, log);
  try {
    await serveWith({ config, data, ...models, log }, { ...ends, demo });
  } finally {
    await close();
  }
}

async function serveWith(
  parts: AppParts,
  { terminal, asked, broken, demo }: Ends & { readonly demo: Tenant | null },
): Promise<void> {
  const { config, data, log } = parts;
  const app = await createApp(parts);
  void broken.then((fault) => endBroken(app, log, fault));
  try {
    const url = await app.listen();
    if (demo !== null) terminal.out(describeDemo(demo.name, await createDemoKey(data, demo), url));
    terminal.out(`Avow is ready at ${url} (data in ${config.dataDir})`);
    terminal.out(`Received ${await asked}: finishing what is in progress.`);
  } finally {
    await stop(app, log, config);
  }
}

function describeUpgrade({ masterKey, masterKeyFile, logKeyFile }: Config): string {
  const keys = [...(masterKey === null ? [masterKeyFile] : []), logKeyFile].join(' and ');
  return `Records that are from before records had keys are rewritten now, which may take a while.
Keep copies of ${keys}: no record can be read, and the log cannot be gone on with, without them.`;
}

function describeDemo(tenantName: string, keyText: string, url: string): string {
  return `
This data folder was empty, so it now has a tenant "${tenantName}" with two content packs: the documentation of
Avow, and the employee handbook of an invented company. Its key, shown this once:

  export AVOW_API_KEY=${keyText}

Ask something:

  curl -s ${url}/v1/query -H "Authorization: Bearer ${keyText}" -H "Content-Type: application/json" -d '{"prompt":"How many days of holiday do I get?"}'
`;
}

const parentWatchMs = 500;

/** A signal, of which more may follow while we end; or, under npm, the end of the shell between: it dies of the signal that was meant for us. */
function stopAsked(isNpmScript: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    if (!isNpmScript) return;
    setInterval(() => {
      if (process.ppid !== parent) resolve('the end of npm');
    }, parentWatchMs).unref();
  });
}

/** Long enough to refuse what is being answered. */
const brokenGraceMs = 2000;

/**
 * Nobody knows any more what the disk holds, and only a new process can find out: this one ends, whether or not it is done
 * with its requests. The database is left as it is; to close it would be to write to it.
 */
async function endBroken(app: App, log: Log, { code }: BrokenStore): Promise<never> {
  log.fatal({ code }, 'the records cannot be kept any more: the service ends, to be started again');
  await Promise.race([app.close().catch(() => undefined), sleep(brokenGraceMs)]);
  process.exit(1);
}

/** Ends in order; if that takes longer than the grace that was promised, the process ends all the same. */
async function stop(app: App, log: Log, config: Config): Promise<void> {
  const giveUp = setTimeout(() => {
    log.fatal('shutdown took too long');
    process.exit(1);
  }, config.shutdownGraceMs + 10_000);
  giveUp.unref();
  await app.close();
  clearTimeout(giveUp);
}
