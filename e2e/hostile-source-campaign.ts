import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeWebsite, startFakeWebsite } from '@avow/connectors/testing';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

export interface HostileSourceReport {
  /** Kills of the service. */
  readonly kills: number;
  /** Kills while the source was read. */
  readonly readings: number;
  /** How often the source was paused; after each, starts showed that it is not read, and a person resumed it. */
  readonly pauses: number;
  /** Violations; empty if there are none. */
  readonly faults: readonly string[];
}

const waitMs = 300_000;
/** The service looks every two seconds at what is due. */
const quietMs = 3_000;
/** As documented: after so many readings in which the service ended, the source is paused. */
const readingsMax = 5;

/**
 * Kills the service whenever it reads a hostile source. The source must be held back at the next start, and paused after a few
 * kills: from then on no start reads it, until somebody resumes it. Then it goes on.
 */
export async function runHostileSourceCampaign(options: {
  /** While the source is read. */
  readonly readings: number;
  readonly onReading?: (readings: number) => void;
}): Promise<HostileSourceReport> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-hostile-'));
  const site = await startFakeWebsite();
  // A reading that does not end: it is killed there.
  site.stalledAt = '/robots.txt';
  try {
    const { data, apiKey } = await createInstallation(directory, ['content:manage']);
    await data.close();
    const campaign = new Campaign(directory, site, apiKey);
    // A source that is neither read nor paused is a fault, and must not keep the campaign going for ever.
    for (let kills = 1; campaign.readings < options.readings && campaign.faults.length === 0; kills += 1) {
      await campaign.round(kills);
      options.onReading?.(campaign.readings);
    }
    const { kills, readings, pauses, faults } = campaign;
    return { kills, readings, pauses, faults };
  } finally {
    await site.close();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Start {
  readonly number: number;
  /** Whether the source was read since this start. */
  readonly isRead: () => boolean;
}

class Campaign {
  readonly #directory: string;
  readonly #site: FakeWebsite;
  readonly #apiKey: string;
  #path = '';
  #isPaused = false;
  /** Since it was added or resumed. */
  #readingsSince = 0;
  kills = 0;
  readings = 0;
  pauses = 0;
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
      if (!this.#isPaused) await this.#untilReadOrPaused(service, { number, isRead });
      else {
        await sleep(quietMs);
        if (isRead()) this.faults.push(`start ${number} has read a source that was paused`);
        await this.#resume(service, { number, isRead });
      }
    } finally {
      await service.kill();
      this.kills += 1;
    }
  }

  /** A person does; it is read at once, and the service is killed. */
  async #resume(service: ServiceProcess, start: Start): Promise<void> {
    await this.#send(service, 'PATCH', this.#path, { status: 'active' });
    [this.#isPaused, this.#readingsSince] = [false, 0];
    await this.#untilReadOrPaused(service, start);
  }

  async #untilReadOrPaused(service: ServiceProcess, { number, isRead }: Start): Promise<void> {
    const untilMs = performance.now() + waitMs;
    while (performance.now() < untilMs) {
      if (isRead()) {
        this.readings += 1;
        this.#readingsSince += 1;
        if (this.#readingsSince > readingsMax)
          this.faults.push(`start ${number} reads it for the ${this.#readingsSince}th time`);
        return;
      }
      const found = await this.#send(service, 'GET', this.#path);
      if (found['paused_reason'] === 'crashes') {
        if (this.#readingsSince < readingsMax)
          this.faults.push(`it was paused after ${this.#readingsSince} readings`);
        this.pauses += 1;
        this.#isPaused = true;
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
