/** A list of components in the CycloneDX format, as far as it is read here. */
export interface ComponentList {
  readonly metadata: { readonly component: Readonly<Record<string, unknown>> };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * What is installed for users, of a list of everything. With `--omit dev`, npm leaves out what its workspaces depend on
 * indirectly as well, which is half of it.
 */
export function selectComponents(all: ComponentList): ComponentList {
  const isForUsers = ({ properties = [] }: Component) =>
    !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
  const components = all.components.filter(isForUsers);
  const kept = new Set(components.map((component) => component['bom-ref']));
  const root = String(all.metadata.component['bom-ref']);
  return {
    ...all,
    // npm takes the name of the folder.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'avow' } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root || kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  };
}

/** Packages of the lock file for users that the list does not have. */
export function findMissing(
  { components }: ComponentList,
  locked: readonly {
    readonly name: string;
    readonly version: string;
    readonly isForDevelopment: boolean;
  }[],
): string[] {
  const listed = new Set(components.map((component) => component['bom-ref']));
  return locked
    .filter(({ isForDevelopment }) => !isForDevelopment)
    .map(({ name, version }) => `${name}@${version}`)
    .filter((ref) => !listed.has(ref));
}
