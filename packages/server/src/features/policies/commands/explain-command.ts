import { explainText, type TextExplanation } from '@avow/guardrails';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { explainFaults } from '../../../cli/explain-faults.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { type PolicyOptions, withPolicies } from './with-policies.ts';

const shownWords = 10;
const shownCodePoints = 40;

export function addExplainCommand(guardrails: Command, context: CommandContext): void {
  const { terminal } = context;
  guardrails
    .command('explain')
    .argument('<text>', 'a prompt')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show which words of a prompt move the scores of the guardrails')
    .action(async (text: string, options: PolicyOptions) => {
      await withPolicies(context, { ...options, startModels: true }, async ({ policies, tenant }) => {
        const explained = await explainFaults(terminal, explainText(policies, tenant.tenantId, text));
        if (options.json) terminal.out(JSON.stringify({ data: explained.map(toWire) }));
        else for (const one of explained) terminal.out(describe(one));
        if (explained.length === 0) terminal.err('No guardrail of the policy scores prompts.\n');
      });
    });
}

function toWire({ words, ...explained }: TextExplanation) {
  return {
    ...explained,
    words: words.map(({ word, score, raisedBy }) => ({ word, score, raised_by: rounded(raisedBy) })),
  };
}

function describe({ name, action, score, reasoning, words }: TextExplanation): string {
  const head = `${name}: score ${score.toFixed(2)}, action ${action}. ${reasoning}`;
  if (words.length === 0) return `${head}\n  No word moves the score.`;
  const rows = words.slice(0, shownWords).map((effect) => {
    const change = `${effect.raisedBy > 0 ? '-' : '+'}${Math.abs(effect.raisedBy).toFixed(2)}`;
    return `  ${effect.score.toFixed(2)} (${change}) without "${cleanLine(effect.word, shownCodePoints)}"`;
  });
  return [head, ...rows].join('\n');
}

function rounded(change: number): number {
  return Math.round(change * 10_000) / 10_000;
}
