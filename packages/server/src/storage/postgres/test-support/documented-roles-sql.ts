import { readFileSync } from 'node:fs';

const guide = new URL('../../../../../../docs/guide/several-nodes.md', import.meta.url);

/**
 * The statements that the guide has for a server to which a dump is restored, for this owner of the tables and apart from those
 * that create the owner and the database.
 */
export function documentedRolesSql(owner: string): string {
  const section = readFileSync(guide, 'utf8').split('\n### A dump\n')[1] ?? '';
  const [, sql = ''] = /```sql\n([^`]+)```/.exec(section) ?? [];
  return sql
    .split('\n')
    .filter((line) => !line.startsWith('CREATE ROLE avow LOGIN') && !line.startsWith('CREATE DATABASE'))
    .join('\n')
    .replace(' TO avow;', ` TO ${owner};`);
}
