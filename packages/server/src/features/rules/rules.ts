import { hash } from 'node:crypto';
import type { Clock, PackVersion, TenantId } from '@avow/foundation';
import type { InstalledRule, RuleName, RuleStore } from './rule-store.ts';
import { rulesAt } from './rules-at.ts';

export { rulesAt };

/** What one answer was given by. */
interface AnsweredBy {
  readonly packVersions: readonly PackVersion[];
  /** The built-in policy has no revision. */
  readonly policy: { readonly version: string; readonly revision: number | null };
  /** Of the tenant's own; null: none is in force. */
  readonly calibration: number | null;
  readonly guarantee: number | null;
}

/** Names the entries of the log that say by what rules an answer was given. */
export interface Rules {
  /** Indexes of entries of the tenant's log, ascending. */
  inForce(tenantId: TenantId, by: AnsweredBy): Promise<readonly number[]>;
}

/** For questions that nobody asked, whose records are not kept. */
export const noRules: Rules = { inForce: async () => [] };

const tenantsKeptMax = 1_000;
/** Of one tenant: versions of packs, revisions, and what is installed. */
const rulesKeptMax = 500;

/**
 * An entry never changes, so that it is looked up once. What comes with the installation is noted when a tenant's first
 * question is answered by it: a log says nothing of what no question was answered by.
 */
export function createRules({
  store,
  clock,
  installed,
}: {
  readonly store: RuleStore;
  readonly clock: Clock;
  readonly installed: () => Promise<readonly InstalledRule[]>;
}): Rules {
  const known = new Map<TenantId, Map<string, Promise<number | null>>>();

  function keptOf(tenantId: TenantId): Map<string, Promise<number | null>> {
    const found = known.get(tenantId);
    if (found !== undefined && found.size < rulesKeptMax) return found;
    if (known.size >= tenantsKeptMax) known.clear();
    const kept = new Map<string, Promise<number | null>>();
    known.set(tenantId, kept);
    return kept;
  }

  function once(
    tenantId: TenantId,
    name: string,
    look: () => Promise<number | null>,
  ): Promise<number | null> {
    const kept = keptOf(tenantId);
    const found = kept.get(name);
    if (found !== undefined) return found;
    const looked = look();
    kept.set(name, looked);
    const forget = () => kept.delete(name);
    // What could not be read, or is not there yet, is looked up again by the next question.
    looked.then((index) => (index === null ? forget() : false), forget);
    return looked;
  }

  const find = (tenantId: TenantId, rule: RuleName) =>
    once(tenantId, JSON.stringify(rule), () => store.findRule(tenantId, rule));
  const note = (tenantId: TenantId, rule: InstalledRule) =>
    once(tenantId, `${rule.kind} ${rule.version}`, () => store.noteRule(tenantId, rule, clock.nowMs()));

  return {
    inForce: async (tenantId, by) => {
      const builtIn = by.policy.revision === null ? [builtInPolicy(by.policy.version)] : [];
      const rules = [...(await installed()), ...builtIn].map((rule) => note(tenantId, rule));
      const named = nameRules(by).map((rule) => find(tenantId, rule));
      const places = await Promise.all([...rules, ...named]);
      return places.filter((place) => place !== null).sort((left, right) => left - right);
    },
  };
}

function nameRules({ packVersions, policy, calibration, guarantee }: AnsweredBy): RuleName[] {
  return [
    ...packVersions.map(({ packId, version }) => ({ kind: 'pack', subject: packId, version }) as const),
    ...(policy.revision === null
      ? []
      : [{ kind: 'policy', subject: `revision-${policy.revision}` } as const]),
    ...(calibration === null ? [] : [{ kind: 'calibration', subject: `revision-${calibration}` } as const]),
    ...(guarantee === null ? [] : [{ kind: 'calibration', subject: `guarantee-${guarantee}` } as const]),
  ];
}

/** Its version is made from its content, and the software has it. */
const builtInPolicy = (version: string): InstalledRule => ({
  ...{ kind: 'policy', version, details: [['built_in', 'yes']], content: hash('sha256', version) },
});
