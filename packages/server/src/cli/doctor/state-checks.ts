import { systemClock } from '@avow/foundation';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { openSecurityStreams } from '../../features/security-streams/compose/compose-security-streams.ts';
import { createBudgets } from '../../path/admission/create-budgets.ts';
import { contentCheck } from './content-check.ts';
import { type DoctorCheck, ok, warning } from './finding.ts';
import { withRecords } from './with-records.ts';

/** A message that is not answered after so long waits for a service that does not run. */
const waitedMsMax = 10 * 60_000;
const deliveriesMax = 1_000;
/** Of a budget: beyond it, tenants will soon be without language models. */
const usedShareMax = 0.9;
const dayMs = 86_400_000;
/** So many blocked messages of so many tenants are looked at. */
const blockedMax = 100;
const tenantsMax = 100;
const percent = (share: number) => `${Math.floor(share * 100)} %`;

/** How much there is of everything that the metrics of a running service show, and what waits. */
export const stateChecks: readonly DoctorCheck[] = [
  contentCheck,
  {
    check: 'queue',
    look: (config) =>
      withRecords(config, async (data) => {
        const { open, jobs } = await data.store.upkeep.countAll();
        const deliveries = await data.store.webhooks.countPending();
        const countOf = (status: string) => open.find((one) => one.status === status)?.count ?? 0;
        const what = `messages to answer: ${countOf('queued') + countOf('processing')}, pending review: ${countOf('in_review')}, jobs: ${jobs}, webhooks to send: ${deliveries}`;
        const oldestAtMs = Math.min(
          ...open.filter(({ status }) => status !== 'in_review').map((one) => one.oldestAtMs),
        );
        const waitedMs = Date.now() - oldestAtMs;
        if (waitedMs > waitedMsMax)
          return warning(
            `${what}. The oldest message has waited for ${Math.floor(waitedMs / 60_000)} minutes: is the service running?`,
          );
        return deliveries > deliveriesMax
          ? warning(`${what}. "avow webhooks" shows which endpoints do not answer.`)
          : ok(what);
      }),
  },
  {
    check: 'security streams',
    look: async (config, context) => {
      const streams = context.securityStreams();
      if (streams.length === 0) return ok('none are set up (AVOW_SECURITY_STREAMS_FILE)');
      return await withRecords(config, async (data) => {
        const shown = await openSecurityStreams(streams, data).list();
        const failing = shown.flatMap(({ stream, state, behind }) =>
          state?.fault == null ? [] : [`${stream.name}: ${state.fault}, entries behind: ${behind}`],
        );
        if (failing.length > 0)
          return warning(`${failing.join('; ')}. Nothing is lost: they are sent when it is taken again.`);
        return ok(shown.map(({ stream, behind }) => `${stream.name} (behind: ${behind})`).join(', '));
      });
    },
  },
  {
    check: 'guardrails',
    look: (config) =>
      withRecords(config, async ({ store: { records, access } }) => {
        const createdFromMs = Date.now() - dayMs;
        const broken = new Map<string, number>();
        for (const { tenantId } of (await access.listTenants()).slice(0, tenantsMax)) {
          const blocked = await records.listMessages(
            tenantId,
            { readableBy: null, status: 'blocked', createdFromMs },
            { before: null, limit: blockedMax },
          );
          for (const name of blocked.flatMap(brokenChecks)) broken.set(name, (broken.get(name) ?? 0) + 1);
        }
        if (broken.size === 0) return ok('no message of the last day was blocked because a check is broken');
        const counts = [...broken].map(([name, count]) => `${name} (${count})`).join(', ');
        return warning(
          `messages of the last day were blocked because a check could not be carried out: ${counts}. "avow doctor --all" runs the models.`,
        );
      }),
  },
  {
    check: 'budgets',
    look: async (config, context) => {
      if (config.modelsFile === null) return ok('none: there are no language models to pay for');
      const { budgets } = context.languageModels();
      return await withRecords(config, async ({ store: { records, access } }) => {
        const tenantIds = (await access.listTenants()).map(({ tenantId }) => tenantId);
        const use = await createBudgets({ records, clock: systemClock, budgets: () => budgets }).readUse(
          tenantIds,
        );
        if (use === null) return ok('none are set');
        const { day, month } = use.highestShare;
        const what = `at most ${percent(day)} of a day and ${percent(month)} of a month is spent`;
        if (use.spent > 0) return warning(`${what}; tenants that have spent theirs: ${use.spent}`);
        return Math.max(day, month) >= usedShareMax ? warning(what) : ok(what);
      });
    },
  },
];

/** The checks that a blocked message was blocked for because they could not be carried out: none of them found anything. */
function brokenChecks({ findings }: Pick<StoredMessage, 'findings'>): string[] {
  if (findings.some(({ did, isShadow }) => did === 'block' && !isShadow)) return [];
  return findings.filter(({ did, isShadow }) => did === 'failed' && !isShadow).map(({ name }) => name);
}
