import type { TestService } from '@avow/server/testing';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { GeneratedRequest } from './generate-request.ts';

const faultsMax = 5;

/** The usual run sends the first third of the requests; `FUZZ=all` sends all. */
export const requestsOf = (all: number) => (process.env['FUZZ'] === 'all' ? all : Math.ceil(all / 3));

/** Sends generated requests, many at once, until all are answered or there is enough to look into. */
export async function sendGenerated(
  service: TestService,
  campaign: {
    readonly requestsTotal: number;
    readonly atOnce: number;
    readonly generate: (seed: number) => GeneratedRequest;
    /** What must hold for an answer and does not, or null. */
    readonly faultOf: (request: GeneratedRequest, response: LightMyRequestResponse) => string | null;
  },
): Promise<{ readonly statuses: ReadonlyMap<number, number>; readonly faults: readonly string[] }> {
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let seed = 0;
  async function client(): Promise<void> {
    while (seed < campaign.requestsTotal && faults.length < faultsMax) {
      seed += 1;
      const mine = seed;
      const request = campaign.generate(mine);
      const response = await service.app.http.inject(request as InjectOptions);
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      const fault = campaign.faultOf(request, response);
      if (fault !== null)
        faults.push(
          `seed ${mine}, ${request.method} ${request.url.slice(0, 200)}: ${fault} ${response.body.slice(0, 300)}`,
        );
    }
  }
  await Promise.all(Array.from({ length: campaign.atOnce }, client));
  return { statuses, faults };
}
