/** What a container file says, as far as ours uses it. */
export interface ContainerFile {
  /** In order, of the stage that builds. */
  readonly buildSteps: readonly BuildStep[];
  readonly workdir: string;
  /** What the image gets from that stage. */
  readonly copies: readonly { readonly from: string; readonly to: string; readonly owner: string | null }[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly healthCheck: readonly string[];
  /** The entry point, and what it is given. */
  readonly command: readonly string[];
}

type BuildStep =
  | { readonly kind: 'copy'; readonly paths: readonly string[]; readonly to: string }
  | { readonly kind: 'run'; readonly command: string };

/** Throws for an instruction that it does not know: what is not understood is not checked. */
export function readContainerFile(text: string): ContainerFile {
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const buildSteps: BuildStep[] = [];
  const copies: ContainerFile['copies'][number][] = [];
  const env: Record<string, string> = {};
  const texts = new Map<string, string>();
  let stages = 0;
  for (const line of instructions) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages += 1;
    else if (name === 'COPY' && stages === 1) {
      const paths = rest.split(' ');
      buildSteps.push({ kind: 'copy', paths: paths.slice(0, -1), to: paths.at(-1) ?? '' });
    } else if (name === 'COPY') {
      const [, owner, from = '', to = ''] =
        /^--from=build (?:--chown=(\d+:\d+) )?(\S+) (\S+)$/.exec(rest) ?? [];
      copies.push({ from, to, owner: owner ?? null });
    } else if (name === 'RUN' && stages === 1) buildSteps.push({ kind: 'run', command: rest });
    else if (name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) env[key] = value;
    } else if (['WORKDIR', 'USER', 'VOLUME', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD', 'EXPOSE'].includes(name))
      texts.set(name, rest);
    else throw new Error(`the container file has an instruction that is not known here: ${line}`);
  }
  const list = (name: string): string[] => JSON.parse(/\[.*\]$/.exec(texts.get(name) ?? '')?.[0] ?? '[]');
  return {
    ...{ buildSteps, copies, env, workdir: texts.get('WORKDIR') ?? '/', user: texts.get('USER') ?? '0:0' },
    ...{ volumes: list('VOLUME'), healthCheck: list('HEALTHCHECK') },
    command: [...list('ENTRYPOINT'), ...list('CMD')],
  };
}
