import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What opens a connection: functions of Node and of the browser, and libraries that call them. */
const opens = [
  /(?<![.\w])fetch\(|globalThis\.fetch/,
  /import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from 'node:https?'/,
  /import \{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from 'node:(?:net|tls|http2)'/,
  /'node:dgram'/,
  /from 'undici'|createRemoteJWKSet|AwsClient|loadOpenId = |new App\(|new (?:Pool|Client)\(/,
  /@opentelemetry\/exporter-|import\('@ai-sdk\//,
];

/**
 * Who names the address that a file connects to. What a tenant names goes through `send-request.ts`, which connects only to
 * what it has checked; see docs/decisions/2026-11-15-fetch-public-addresses-only.md for the others.
 */
const named: Readonly<Record<string, 'tenant' | 'operator' | 'platform' | 'caller' | 'nobody'>> = {
  'packages/documents/src/fetching/send-request.ts': 'tenant',
  'packages/inference/src/language/open-fetch.ts': 'operator',
  'packages/inference/src/language/open-provider.ts': 'operator',
  'packages/inference/src/language/stream-chat.ts': 'operator',
  'packages/ledger/src/anchors/create-web-anchor.ts': 'operator',
  'packages/ledger/src/attestations/post-bounded.ts': 'operator',
  'packages/server/src/secrets/unwrap-master-key.ts': 'operator',
  'packages/server/src/features/backups/targets/open-s3-target.ts': 'operator',
  'packages/server/src/features/people/end-user-tokens.ts': 'operator',
  'packages/server/src/features/people/provider.ts': 'operator',
  'packages/storage/src/postgres/connection/connection.ts': 'operator',
  'packages/server/src/features/security-streams/sending/send-https.ts': 'operator',
  'packages/server/src/features/security-streams/sending/send-syslog.ts': 'operator',
  'packages/server/src/telemetry/send-logs.ts': 'operator',
  'packages/server/src/telemetry/send-metrics.ts': 'operator',
  'packages/server/src/telemetry/tracing.ts': 'operator',
  'packages/chat/src/slack/start-slack.ts': 'platform',
  'packages/chat/src/teams/start-teams.ts': 'platform',
  // Commands and clients, which reach no more than the person who runs them.
  'packages/client/src/create-transport.ts': 'caller',
  'packages/server/src/features/mcp/commands/call-mcp.ts': 'caller',
  'packages/server/src/features/loading/datasets/dataset-client.ts': 'caller',
  // Tries a connection to this machine, which the system must refuse.
  'packages/confinement/src/probe-process.ts': 'nobody',
  // Writes to a process of its own, over a pipe.
  'packages/confinement/src/channel/parent-channel.ts': 'nobody',
  // A function of this name that reads stored files.
  'packages/search/src/version-files.ts': 'nobody',
};

const files = globSync('packages/*/src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|test-support|packages\/console\/|\/testing\.ts$/.test(path));

describe('every outgoing request', () => {
  it('is in the table of who names its address', () => {
    const found = files.filter((path) => {
      const text = readFileSync(`${root}${path}`, 'utf8');
      return opens.some((pattern) => pattern.test(text));
    });
    expect(found.toSorted()).toEqual(Object.keys(named).toSorted());
  });

  it('of our own to an address that no tenant names follows no redirect to another', () => {
    const senders = Object.entries(named).filter(([, who]) => who !== 'tenant' && who !== 'nobody');
    for (const [path] of senders) {
      const text = readFileSync(`${root}${path}`, 'utf8');
      const calls = text.split(/(?<![.\w])fetch\(/).slice(1);
      for (const call of calls) expect(call.slice(0, 250), path).toMatch(/redirect: '(?:error|manual)'/);
    }
  });
});
