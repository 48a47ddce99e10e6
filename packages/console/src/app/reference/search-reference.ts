import type { Reference } from './openapi.ts';

/** Something that a search leads to. */
interface Hit {
  readonly kind: 'operation' | 'schema' | 'problem';
  /** The fragment of its address. */
  readonly target: string;
  readonly title: string;
  readonly detail: string;
  readonly method?: string;
}

interface Entry extends Hit {
  /** Texts in lower case, the most telling first. */
  readonly fields: readonly string[];
}

/** Everything that can be found, made once for a document. */
export function indexReference(reference: Reference): readonly Entry[] {
  const operations = [...reference.operations.values()].map(
    ({ id, method, path, summary, description, parameters, group }): Entry => ({
      kind: 'operation',
      target: id,
      title: summary,
      detail: path,
      method,
      fields: [
        summary,
        `${method} ${path}`,
        id,
        group,
        parameters.map(({ name }) => name).join(' '),
        description,
      ],
    }),
  );
  const schemas = Object.entries(reference.schemas).map(
    ([name, { description = '', properties = {} }]): Entry => ({
      kind: 'schema',
      target: `schema-${name}`,
      title: name,
      detail: description,
      fields: [name, Object.keys(properties).join(' '), description],
    }),
  );
  const problems = reference.problems.map(
    ({ code, title, status, meaning }): Entry => ({
      kind: 'problem',
      target: `problem-${code}`,
      title: code,
      detail: title,
      fields: [code, title, String(status), meaning],
    }),
  );
  return [...operations, ...schemas, ...problems].map((entry) => ({
    ...entry,
    fields: entry.fields.map((field) => field.toLowerCase()),
  }));
}

/** What contains every word, best first: a word counts for more in a title than in a description, and as the start of a word. */
export function searchReference(entries: readonly Entry[], text: string, limit: number): readonly Hit[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const kindWeights = { operation: 1.2, schema: 1, problem: 1 };

function scoreOf({ kind, fields }: Entry, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const found = fields.findIndex((field) => field.includes(word));
    if (found === -1) return 0;
    const field = fields[found] ?? '';
    const place = field.indexOf(word);
    const startsWord = place === 0 || !/[\p{L}\p{N}]/u.test(field[place - 1] ?? '');
    sum += (1 / (found + 1)) * (startsWord ? 2 : 1) + (field === word ? 2 : 0);
  }
  return sum * kindWeights[kind];
}
