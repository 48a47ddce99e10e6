import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An exported function whose first parameter is text, or bytes, that a stranger may have written. */
export interface TextReader {
  readonly name: string;
  readonly path: string;
  readonly takes: 'string' | 'Uint8Array';
  /** Whether it needs arguments beside the text. */
  readonly needsMore: boolean;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const exported =
  /^export (?:async )?function\*? (?<name>\w+)(?:<[^>]*>)?\(\s*(?<parameter>\w+): (?<takes>string|Uint8Array)(?: = [^,)]+)?(?<more>,\s*[\w{[][^)]*)?/gm;

/** Names of parameters whose values come from this project or the operator, not from strangers. */
const ours =
  /^(?:path|directory|folder|fileName|sign|id|state|reason|day|how|table|columns|conditions|endpoint|contentType|tag|name|key|prefix|field|lead|markup|version|pattern|instructions|tenantId|tenantKey|digits|report|json|words|language|level|actor|master|masterKey|secret|salt|hash|root|origin|status|code|title|description)$/;

export function listTextReaders(): TextReader[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.(?:test|suite)\.ts$|\/test-support\//.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(exported)].flatMap((match) => {
        const { name = '', parameter = '', takes, more = '' } = match.groups ?? {};
        if ((takes !== 'string' && takes !== 'Uint8Array') || ours.test(parameter)) return [];
        // A parameter that is optional or has a default is not needed.
        const needsMore = /[\w\]}]\s*:/.test(more) && !/^,\s*\w+(?:\?:|[^,]* = )/.test(more);
        return [{ name, path: join(root, path), takes, needsMore }];
      }),
    );
}
