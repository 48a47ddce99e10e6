import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeWebsite, startFakeWebsite } from '@avow/connectors/testing';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

export interface HostileSourceReport {
  readonly kills: number;
  /** Kills while the source was read. */
  readonly readings: number;
  /** After how many kills it was paused; null: it was not. */
  readonly pausedAfter: number | null;
  /** Violations; empty if there are none. */
  readonly faults: readonly string[];
}

const waitMs = 60_000;
/** The service looks every two seconds at what is due. */
const quietMs = 3_000;

/**
 * Kills the service whenever it reads a hostile source. The source must be held back at the next start, and paused after a few
 * kills: from then on no start reads it.
 */
export async function runHostileSourceCampaign(options: {
  readonly kills: number;
  readonly onKill?: (kills: number) => void;
}): Promise<HostileSourceReport> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-hostile-'));
  const site = await startFakeWebsite();
  // A reading that does not end: it is killed there.
  site.stalledAt = '/robots.txt';
  try {
    const { data, apiKey } = await createInstallation(directory, ['content:manage']);
    await data.close();
    const campaign = new Campaign(directory, site, apiKey);
    for (let kills = 1; kills <= options.kills; kills += 1) {
      await campaign.round(kills);
      options.onKill?.(kills);
    }
    const { readings, pausedAfter, faults } = campaign;
    return { kills: options.kills, readings, pausedAfter, faults };
  } finally {
    await site.close();
    await rm(directory, { recursive: true, force: true });
  }
}

class Campaign {
  readonly #directory: string;
  readonly #site: FakeWebsite;
  readonly #apiKey: string;
  #path = '';
  readings = 0;
  pausedAfter: number | null = null;
  readonly faults: string[] = [];

  constructor(directory: string, site: FakeWebsite, apiKey: string) {
    this.#directory = directory;
    this.#site = site;
    this.#apiKey = apiKey;
  }

  async round(number: number): Promise<void> {
    // The second start is early, and the others are after the time for which the source is held back.
    const isEarly = number === 2;
    if (number > 1 && !isEarly) this.#passTime();
    const before = this.#site.requested.length;
    const service = await startServiceProcess({
      ...{
        AVOW_DATA_DIR: this.#directory,
        AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
        AVOW_SEARCH_BY_MEANING: 'off',
      },
      ...{ AVOW_EMBEDDED_READER: 'off', AVOW_EMBEDDED_SCREENER: 'off' },
    });
    try {
      if (number === 1) await this.#addSource(service);
      const isRead = () => this.#site.requested.length > before;
      if (isEarly) {
        await sleep(quietMs);
        if (isRead()) this.faults.push('the source was read at once after a kill');
        this.#passTime();
      }
      if (this.pausedAfter === null) await this.#untilReadOrPaused(service, { number, isRead });
      else {
        await sleep(quietMs);
        if (isRead()) this.faults.push(`start ${number} has read a source that was paused`);
      }
    } finally {
      await service.kill();
    }
  }

  async #untilReadOrPaused(
    service: ServiceProcess,
    { number, isRead }: { readonly number: number; readonly isRead: () => boolean },
  ): Promise<void> {
    const untilMs = performance.now() + waitMs;
    while (performance.now() < untilMs) {
      if (isRead()) {
        this.readings += 1;
        return;
      }
      const found = await this.#send(service, 'GET', this.#path);
      if (found['paused_reason'] === 'crashes') {
        this.pausedAfter = number - 1;
        return;
      }
      await sleep(50);
    }
    this.faults.push(`start ${number} neither reads nor pauses the source`);
  }

  async #addSource(service: ServiceProcess): Promise<void> {
    const pack = await this.#send(service, 'POST', '/v1/content-packs', { name: 'hostile' });
    const sources = `/v1/content-packs/${pack['id']}/sources`;
    const connection = { kind: 'website', url: `${this.#site.url}/`, delay_ms: 0 };
    this.#path = `${sources}/${(await this.#send(service, 'POST', sources, { name: 'site', connection }))['id']}`;
  }

  async #send(service: ServiceProcess, method: string, path: string, body?: object) {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  }

  /** As if the time had passed for which the source is held back. */
  #passTime(): void {
    const database = new DatabaseSync(join(this.#directory, 'avow.db'), { timeout: 10_000 });
    database.exec('UPDATE sources SET held_until_ms = 0 WHERE held_until_ms IS NOT NULL');
    database.close();
  }
}
