import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionsFor, limitConnections } from './limit-connections.ts';

describe('connectionsFor', () => {
  it('leaves an eighth of all descriptors, and at least 64, for other things', () => {
    expect(connectionsFor({ limit: 65_536, open: 60 })).toBe(65_536 - 60 - 8_192);
    expect(connectionsFor({ limit: 1_024, open: 60 })).toBe(1_024 - 60 - 128);
    expect(connectionsFor({ limit: 256, open: 60 })).toBe(256 - 60 - 64);
  });

  it('allows some connections, however low the limit is', () => {
    expect(connectionsFor({ limit: 64, open: 60 })).toBe(16);
  });
});

describe.runIf(process.platform === 'linux')('limitConnections', () => {
  const server = createServer();
  afterEach(() => void server.close());

  it('refuses connections beyond the limit, and logs how many in one line', async () => {
    const lines: object[] = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await limitConnections(server, { warn: (line: object) => void lines.push(line) } as never);
    expect(server.maxConnections).toBeGreaterThanOrEqual(16);
    server.maxConnections = 1;
    const { port } = server.address() as AddressInfo;
    const kept = connect(port, '127.0.0.1');
    await once(kept, 'connect');
    const others = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(others.map((socket) => once(socket, 'close')));
    await waitFor(() => expect(lines).toHaveLength(1));
    expect(lines).toMatchObject([{ refused: 3 }]);
    kept.destroy();
  });
});
