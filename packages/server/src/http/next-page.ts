import type { FastifyRequest } from 'fastify';

/** The same list from a cursor on, relative to the address of the request. */
export function nextPageOf({ query }: Pick<FastifyRequest, 'query'>, cursor: string): string {
  return `?${new URLSearchParams({ ...(query as Record<string, string>), cursor })}`;
}
