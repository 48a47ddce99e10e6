import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

describe('the container file', () => {
  const instructions = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');

  it('runs the service as a user without rights, who owns the data folder and nothing else', () => {
    expect(instructions).toContain('USER 65532:65532');
    expect(instructions).toContain('VOLUME ["/var/lib/avow"]');
    expect(instructions.filter((line) => line.startsWith('COPY --from=build'))).toEqual([
      'COPY --from=build /opt/avow /opt/avow',
      'COPY --from=build --chown=65532:65532 /state /',
    ]);
    expect(instructions.find((line) => line.startsWith('ENV'))).toMatch(
      /NODE_ENV=production .*AVOW_DATA_DIR=\/var\/lib\/avow /,
    );
  });

  it('starts the service and asks it for its health with the Node of the image, which has no shell', () => {
    const node = '["/nodejs/bin/node", ';
    expect(instructions.find((line) => line.startsWith('HEALTHCHECK'))).toContain(`CMD ${node}"-e", "fetch(`);
    expect(instructions.find((line) => line.startsWith('ENTRYPOINT'))).toContain(node);
    expect(instructions).toContain('CMD ["serve"]');
  });
});

it('the files that ship to run the service let it write no core dump, which would hold its keys', () => {
  expect(read('systemd/avow.service')).toMatch(/^LimitCORE=0$/m);
  for (const name of ['compose.yaml', 'compose.single.yaml'])
    expect(read(name)).toMatch(/^ {4}ulimits: \{ core: 0 \}$/m);
});
