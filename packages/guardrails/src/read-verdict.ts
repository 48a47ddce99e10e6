import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';
import type { FoundRange, PassagesVerdict, Redaction, Verdict } from './guardrail.ts';

const reasoningLengthMax = 500;
const placeholderLengthMax = 64;
const spansMax = 64;
const modelsMax = 8;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether `offset` lies within a surrogate pair. */
function splitsCharacter(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

function readRange({ start, end }: Readonly<Record<string, unknown>>, text: string): FoundRange | null {
  if (typeof start !== 'number' || !Number.isInteger(start)) return null;
  if (typeof end !== 'number' || !Number.isInteger(end)) return null;
  if (start < 0 || start >= end || end > text.length) return null;
  return splitsCharacter(text, start) || splitsCharacter(text, end) ? null : { start, end };
}

function readRedaction(value: unknown, text: string): Redaction | null {
  if (!isObject(value)) return null;
  const { start, end, placeholder, isReversible } = value;
  const range = readRange({ start, end }, text);
  if (range === null || typeof placeholder !== 'string') return null;
  if (placeholder === '' || placeholder.length > placeholderLengthMax) return null;
  return { ...range, placeholder, ...(isReversible === true ? { isReversible } : {}) };
}

/** Null if a range is invalid. */
function readSpans(values: unknown, text: string): readonly FoundRange[] | null {
  if (!Array.isArray(values) || values.length > spansMax) return null;
  const spans: FoundRange[] = [];
  for (const value of values) {
    const range = isObject(value) ? readRange(value, text) : null;
    if (range === null) return null;
    spans.push(range);
  }
  return spans;
}

/** Sorted by start; null if one is invalid or two overlap. */
function readRedactions(values: unknown, text: string): readonly Redaction[] | null {
  // More ranges than characters must overlap.
  if (!Array.isArray(values) || values.length === 0 || values.length > text.length) return null;
  const redactions: Redaction[] = [];
  for (const value of values) {
    const redaction = readRedaction(value, text);
    if (redaction === null) return null;
    redactions.push(redaction);
  }
  redactions.sort((a, b) => a.start - b.start);
  let endedAt = 0;
  for (const { start, end } of redactions) {
    if (start < endedAt) return null;
    endedAt = end;
  }
  return redactions;
}

/** The reasoning goes to the client and the record, so it must not quote what its own redactions hide. */
function withoutQuotedFindings(reasoning: string, hidden: readonly string[]): string {
  const repeats = hidden.some((found) => reasoning.includes(found));
  return repeats ? 'Something was found that is not repeated here.' : reasoning;
}

/** Null if it is not a list of names. */
function readNames(models: unknown): readonly string[] | null {
  if (models === undefined) return [];
  if (!Array.isArray(models) || models.length > modelsMax) return null;
  return models.every((name) => typeof name === 'string' && name !== '') ? [...models] : null;
}

interface Facts {
  readonly reasoning: string;
  readonly score: number;
  readonly degraded?: true;
  readonly models?: readonly string[];
}

function readFacts({ reasoning, score, degraded, models }: Readonly<Record<string, unknown>>): Facts | null {
  if (typeof reasoning !== 'string' || reasoning.trim() === '' || reasoning.length > reasoningLengthMax)
    return null;
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return null;
  if (degraded !== undefined && typeof degraded !== 'boolean') return null;
  const names = readNames(models);
  if (names === null) return null;
  return {
    ...{ reasoning, score, ...(degraded === true ? { degraded } : {}) },
    ...(names.length === 0 ? {} : { models: names }),
  };
}

function concernOf({ concern }: Readonly<Record<string, unknown>>): { readonly concern?: UnsafeKind } {
  const known = unsafeKinds.find((kind) => kind === concern);
  return known === undefined ? {} : { concern: known };
}

/**
 * Validates what a check returned; null if it is not a verdict. Checks may come from outside, and a malformed verdict must
 * not count as a pass. Every property is read once, so that the examined value is the one that is used.
 */
export function readVerdict(returned: unknown, text: string): Verdict | null {
  if (!isObject(returned)) return null;
  const { kind, reasoning, score, degraded, models } = returned;
  const { redactions: redactionsReturned, spans: spansReturned } = returned;
  const facts = readFacts({ reasoning, score, degraded, models });
  if (facts === null) return null;
  if (kind === 'redact' || (kind === 'block' && redactionsReturned !== undefined)) {
    const redactions = readRedactions(redactionsReturned, text);
    // Ranges of hidden text are not allowed either: they would reveal its length.
    if (redactions === null || spansReturned !== undefined) return null;
    const hidden = redactions.map(({ start, end }) => text.slice(start, end));
    return { ...facts, kind, reasoning: withoutQuotedFindings(facts.reasoning, hidden), redactions };
  }
  // Redactions with any other kind contradict it, and would be dropped.
  if (redactionsReturned !== undefined) return null;
  if (kind === 'block' && spansReturned !== undefined) {
    const spans = readSpans(spansReturned, text);
    return spans === null ? null : { ...facts, kind, spans, ...concernOf(returned) };
  }
  if (kind === 'block') return { ...facts, kind, ...concernOf(returned) };
  if (kind === 'pass' || kind === 'flag') return { ...facts, kind };
  return null;
}

/** The same for a check of passages: indexes must be valid and unique. */
export function readPassagesVerdict(returned: unknown, passageCount: number): PassagesVerdict | null {
  if (!isObject(returned)) return null;
  const { reasoning, score, degraded, models, found: foundReturned } = returned;
  const facts = readFacts({ reasoning, score, degraded, models });
  if (facts === null || !Array.isArray(foundReturned)) return null;
  const found = new Set<number>();
  for (const position of foundReturned) {
    if (!Number.isInteger(position) || position < 0 || position >= passageCount) return null;
    found.add(position);
  }
  return found.size === foundReturned.length ? { ...facts, found: [...found] } : null;
}
