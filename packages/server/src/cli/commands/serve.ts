import { setTimeout as sleep } from 'node:timers/promises';
import { userLimits } from '@avow/contract/access';
import { systemClock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { ModelsSettings } from '@avow/inference';
import type { BrokenStore } from '@avow/storage/sqlite';
import type { Command } from 'commander';
import { type App, createApp } from '../../app/create-app.ts';
import type { Installation } from '../../app/installation.ts';
import { openModels } from '../../app/models/open-models.ts';
import { type DataFolder, openDataFolder } from '../../app/open-data-folder.ts';
import { openServiceLog } from '../../app/open-service-log.ts';
import { prepareDemo } from '../../app/prepare-demo.ts';
import { reportConfinement } from '../../app/report-confinement.ts';
import type { IdentitySettings } from '../../config/identity-settings.ts';
import type { Config } from '../../config/load-config.ts';
import type { SecurityStream } from '../../config/security-streams.ts';
import { runScheduledBackup } from '../../features/backups/commands/run-scheduled-backup.ts';
import type { Tenant } from '../../features/keys/access-store.ts';
import { createDemoKey } from '../../features/keys/demo.ts';
import { createDemoOwner } from '../../features/people/create-demo-owner.ts';
import type { CommandContext } from '../command-context.ts';
import { stopAsked } from '../stop-asked.ts';
import { progressBar, type Terminal } from '../terminal.ts';

/** What ends a service: a signal, or a disk failure. */
interface Ends {
  readonly terminal: Terminal;
  readonly asked: Promise<string>;
  readonly broken: Promise<BrokenStore>;
}

export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the service; an empty data folder gets a demonstration tenant first')
    .action(() => serve(context.config(), context));
}

async function serve(config: Config, context: CommandContext): Promise<void> {
  const { terminal, isNpmScript } = context;
  // Read first, so that a fault in it does not leave an incomplete demonstration.
  const languageModels = context.languageModels();
  const identity = context.identity();
  const securityStreams = context.securityStreams();
  const asked = stopAsked(isNpmScript);
  const broken = Promise.withResolvers<BrokenStore>();
  const { log, close: closeLog } = await openServiceLog(config);
  const data = await openDataFolder(config, {
    forServing: true,
    onBroken: broken.resolve,
    onIndexFailure: (err) =>
      log.error({ err }, 'a vector index could not be built, and searches compare all vectors of its pack'),
  });
  try {
    const ends = { terminal, asked, broken: broken.promise };
    await serveFrom(data, { config, languageModels, identity, securityStreams, log }, ends);
  } finally {
    // Its threads would otherwise keep a process alive that failed to start.
    await data.close();
    await closeLog();
  }
  terminal.out('Stopped.');
}

async function serveFrom(
  data: DataFolder,
  {
    config,
    languageModels,
    identity,
    securityStreams,
    log,
  }: {
    readonly log: Log;
    readonly config: Config;
    readonly languageModels: ModelsSettings;
    readonly identity: IdentitySettings;
    readonly securityStreams: readonly SecurityStream[];
  },
  ends: Ends,
): Promise<void> {
  const { terminal } = ends;
  const bar = progressBar(terminal, 'Preparing the demonstration');
  const demo = config.demo === 'on' ? await prepareDemo(data, config, bar.update).finally(bar.end) : null;
  const { close, ...models } = await openModels(config, languageModels, log);
  try {
    const runBackup = (signal: AbortSignal) => runScheduledBackup(config, signal);
    const fileModels = config.modelsFile === null ? null : languageModels;
    const given = { fileModels, log, identity, securityStreams, runBackup };
    await serveWith({ config, data, ...models, ...given }, { ...ends, demo });
  } finally {
    await close();
  }
}

async function serveWith(
  parts: Installation,
  { terminal, asked, broken, demo }: Ends & { readonly demo: Tenant | null },
): Promise<void> {
  const { config, data, log } = parts;
  const superseded = Promise.withResolvers<void>();
  const app = await createApp({ ...parts, onSuperseded: superseded.resolve });
  void broken.then((fault) => endBroken(app, log, fault));
  void superseded.promise.then(() => endSoon(app));
  try {
    const url = await app.listen();
    if (demo !== null) {
      const issuing = { access: data.store.access, pepper: data.pepper, clock: systemClock };
      const key = await createDemoKey(issuing, demo);
      const link = await createDemoOwner({ ...data.store, pepper: data.pepper }, demo, url);
      terminal.out(describeDemo(demo.name, { key, url, link }));
    }
    terminal.out(`Avow is ready at ${url} (data in ${config.dataDir})`);
    reportConfinement(config, log);
    terminal.out(`Received ${await asked}: finishing requests in progress.`);
  } finally {
    await stop(app, log, config);
  }
}

function describeDemo(
  tenantName: string,
  { key, url, link }: { readonly key: string; readonly url: string; readonly link: string | null },
): string {
  return `
The data folder was empty. It now has a tenant "${tenantName}" with two content packs: the documentation of Avow, and
the employee handbook of an invented company. Its API key, which is shown only once:

  export AVOW_API_KEY=${key}

Ask something:

  curl -s ${url}/v1/query -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"prompt":"How many days of holiday do I get?"}'
${link === null ? '' : describeLink(link)}`;
}

function describeLink(link: string): string {
  return `
Sign in to the console with this link, which works once and for ${userLimits.linkHours} hours:

  ${link}
`;
}

/** Long enough to refuse queries in progress. */
const brokenGraceMs = 2000;

/**
 * The state of the disk is unknown, and only a new process can find out: this one ends, even if requests are still in
 * progress. The database is not closed, since that would write to it.
 */
async function endBroken(app: App, log: Log, { code }: BrokenStore): Promise<never> {
  log.fatal({ code }, 'records can no longer be written: the service exits so that it can be restarted');
  return await endSoon(app);
}

/** Nothing more can be recorded: what is in progress is refused. */
async function endSoon(app: App): Promise<never> {
  await Promise.race([app.close().catch(() => undefined), sleep(brokenGraceMs)]);
  process.exit(1);
}

/** Shuts down gracefully; if that takes longer than the grace period, the process ends anyway. */
async function stop(app: App, log: Log, config: Config): Promise<void> {
  const giveUp = setTimeout(
    () => {
      log.fatal('shutdown took too long');
      process.exit(1);
    },
    config.drainDelayMs + config.shutdownGraceMs + 10_000,
  );
  giveUp.unref();
  await app.close();
  clearTimeout(giveUp);
}
