/** The address of the last call, which every request names and which rarely changes. */
let last = { baseUrl: '', basePath: '' };

/** The path of the address by which clients reach the service, such as `/avow`; empty if it has none. */
export function basePathOf(baseUrl: string): string {
  if (baseUrl !== last.baseUrl) last = { baseUrl, basePath: new URL(baseUrl).pathname.replace(/\/+$/, '') };
  return last.basePath;
}

/**
 * The target of a request below the base path. What does not begin with that path is left as it is: a proxy may have removed
 * it already, and probes on the same machine do not know it.
 */
export function belowBasePath(target: string, basePath: string): string {
  if (basePath === '' || !target.startsWith(basePath)) return target;
  const rest = target.slice(basePath.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return rest.startsWith('?') ? `/${rest}` : target;
}
