import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContainerFile } from '../../../deploy/image/read-container-file.ts';

const text = readFileSync(new URL('../../../deploy/Dockerfile', import.meta.url), 'utf8');

describe('the container file', () => {
  it('is read as a builder reads it', () => {
    const file = readContainerFile(text);
    expect(file.buildSteps.map(({ kind }) => kind)).toEqual(['copy', 'copy', 'copy', 'copy', 'copy', 'run']);
    expect(file.copies).toEqual([
      { from: '/opt/avow', to: '/opt/avow', owner: null },
      { from: '/state', to: '/', owner: file.user },
    ]);
    expect(file).toMatchObject({ user: '65532:65532', volumes: ['/var/lib/avow'], workdir: '/src' });
    expect(file.env).toMatchObject({ NODE_ENV: 'production', AVOW_DATA_DIR: '/var/lib/avow' });
    expect(file.command.at(-1)).toBe('serve');
    expect(file.healthCheck[0]).toBe('/nodejs/bin/node');
  });

  it('has no instruction that the check of the image would pass over', () => {
    for (const line of ['ADD x /', 'SHELL ["sh"]', 'ARG x=1'])
      expect(() => readContainerFile(`${text}${line}\n`)).toThrow('not known here');
  });
});

it('the files that ship to run the service let it write no core dump, which would hold its keys', () => {
  const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
  expect(read('systemd/avow.service')).toMatch(/^LimitCORE=0$/m);
  for (const name of ['compose.yaml', 'compose.single.yaml'])
    expect(read(name)).toMatch(/^ {4}ulimits: \{ core: 0 \}$/m);
});
