import { z } from 'zod';
import { checkSettings, type GuardrailCheck } from './guardrail-checks.ts';

/** One setting of a check. */
export interface SettingDescription {
  readonly name: string;
  readonly type: string;
  /** Whether a policy must give it. */
  readonly required: boolean;
  readonly default?: unknown;
  readonly description?: string;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly default?: unknown;
  readonly description?: string;
}

/** The settings of a check, from the schema that validates policies. */
export function describeSettings(check: GuardrailCheck): SettingDescription[] {
  const schema = z.toJSONSchema(checkSettings[check] as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required);
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, Property>>).map(
    ([name, property]) => ({
      name,
      type: typeOf(property),
      required: required.has(name),
      ...(property.default === undefined ? {} : { default: property.default }),
      ...(property.description === undefined ? {} : { description: property.description }),
    }),
  );
}

function typeOf({ type, enum: values, items }: Property): string {
  if (values !== undefined) return values.join('|');
  return type === 'array' && items?.type !== undefined ? `${items.type}[]` : (type ?? 'any');
}
