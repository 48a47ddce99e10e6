import type { GuardrailInsight } from '@avow/contract';
import { createYielder, type TenantId } from '@avow/foundation';
import type { GuardrailPolicies } from '@avow/guardrails';
import type { GuardrailFinding } from '../../records/record-store.ts';
import type { InsightStore, MessageFacts } from '../insight-store.ts';
import type { Period } from '../insights.ts';
import { readMessageFacts } from '../read-message-facts.ts';
import { dayOf, daysOf } from './calendar.ts';
import { roundShare } from './reliability.ts';

type Shown = GuardrailInsight['guardrails'][number];
type Findings = Shown['enforce'];
type Day = GuardrailInsight['days'][number];

const fieldOf = {
  flag: 'flagged',
  redact: 'redacted',
  block: 'blocked',
  failed: 'failed',
} as const satisfies Readonly<Record<GuardrailFinding['did'], keyof Findings>>;

/**
 * What guardrails did, and what those in shadow mode would have done. A shadow finding does not record an action, so the
 * action is that of the policy in force.
 */
export async function buildGuardrailReport(
  {
    insights,
    policies,
  }: {
    readonly insights: Pick<InsightStore, 'listFacts'>;
    readonly policies: Pick<GuardrailPolicies, 'inForce'>;
  },
  tenantId: TenantId,
  period: Period,
): Promise<GuardrailInsight> {
  const { policy } = await policies.inForce(tenantId);
  const actions = new Map<string, GuardrailFinding['did']>(
    policy.guardrails.map(({ id, action }) => [id, action]),
  );
  const resolve = (finding: GuardrailFinding): GuardrailFinding =>
    finding.isShadow && finding.did === 'flag'
      ? { ...finding, did: actions.get(finding.guardrailId) ?? 'flag' }
      : finding;
  const tally = { blocked: 0, tripwires: 0, shadowBlocks: 0 };
  const guardrails = new Map<string, Shown>();
  const days = new Map(
    daysOf(period).map((day): [string, Day] => [
      day,
      { day, messages: 0, blocked: 0, enforce: nothing(), shadow: nothing() },
    ]),
  );
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay: createYielder(),
    visit: (stored) => {
      const facts = { ...stored, findings: stored.findings.map(resolve) };
      const day = days.get(dayOf(facts.createdAtMs));
      if (facts.status === 'blocked') tally.blocked += 1;
      if (stops(facts, false)) tally.tripwires += 1;
      if (facts.status === 'delivered' && stops(facts, true)) tally.shadowBlocks += 1;
      countFindings(facts, guardrails, day);
    },
  });
  return {
    ...counted,
    blocked: tally.blocked,
    blocked_share: counted.counted === 0 ? null : roundShare(tally.blocked / counted.counted),
    tripwires: tally.tripwires,
    shadow_blocks: tally.shadowBlocks,
    guardrails: [...guardrails.values()].sort(
      (one, other) => other.messages - one.messages || (one.guardrail_id < other.guardrail_id ? -1 : 1),
    ),
    days: [...days.values()],
  };
}

function stops({ findings }: MessageFacts, isShadow: boolean): boolean {
  return findings.some((finding) => finding.did === 'block' && finding.isShadow === isShadow);
}

function countFindings(facts: MessageFacts, guardrails: Map<string, Shown>, day: Day | undefined): void {
  if (day !== undefined) {
    day.messages += 1;
    if (facts.status === 'blocked') day.blocked += 1;
  }
  const seen = new Set<string>();
  for (const finding of facts.findings) {
    const shown = shownOf(guardrails, finding);
    const [mode, field] = [finding.isShadow ? 'shadow' : 'enforce', fieldOf[finding.did]] as const;
    shown[mode][field] += 1;
    if (day !== undefined) day[mode][field] += 1;
    // A guardrail that acts at two stages still counts one message.
    if (!seen.has(finding.guardrailId)) shown.messages += 1;
    seen.add(finding.guardrailId);
  }
}

/** Messages come newest first, so the first name seen is the current one. */
function shownOf(guardrails: Map<string, Shown>, { guardrailId, name }: GuardrailFinding): Shown {
  const known = guardrails.get(guardrailId);
  if (known !== undefined) return known;
  const shown: Shown = {
    guardrail_id: guardrailId as Shown['guardrail_id'],
    name,
    messages: 0,
    enforce: nothing(),
    shadow: nothing(),
  };
  guardrails.set(guardrailId, shown);
  return shown;
}

function nothing(): Findings {
  return { flagged: 0, redacted: 0, blocked: 0, failed: 0 };
}
