/** The parts of the OpenAPI document that are shown. What is not here is not relied on. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly contentMediaType?: string;
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly 'x-event-data'?: Readonly<Record<string, SchemaNode>>;
}

export interface ParameterNode {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: SchemaNode;
  readonly example?: unknown;
}

interface NamedExample {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

export interface MediaNode {
  readonly schema?: SchemaNode;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, NamedExample>>;
}

export interface ResponseNode {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaNode>>;
}

interface BodyNode {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaNode>>;
}

interface OperationNode {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterNode[];
  readonly requestBody?: BodyNode;
  readonly responses: Readonly<Record<string, ResponseNode>>;
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaNode>>;
    readonly examples?: Readonly<Record<string, NamedExample>>;
  };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One operation, with everything that it refers to except schemas. */
export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly group: string;
  /** What a key needs; null: it takes no key. */
  readonly scope: string | null;
  /** A person who is signed in may call it. */
  readonly takesSession: boolean;
  readonly parameters: readonly ParameterNode[];
  readonly body: BodyNode | null;
  readonly responses: readonly (ResponseNode & { readonly status: string })[];
}

interface ReferenceProblem {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly meaning: string;
}

/** The document in the order in which it is read. */
export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly baseUrl: string;
  readonly groups: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly ReferenceOperation[];
  }[];
  readonly operations: ReadonlyMap<string, ReferenceOperation>;
  readonly schemas: Readonly<Record<string, SchemaNode>>;
  readonly problems: readonly ReferenceProblem[];
  /** What a reference leads to; a node that is not one is returned as it is. */
  resolve<Node extends { readonly $ref?: string }>(node: Node): Node;
}

export function readReference(document: OpenApiDocument): Reference {
  const resolve = <Node extends { readonly $ref?: string }>(node: Node): Node => {
    let found = node;
    // References may lead to references, but not for ever.
    for (let steps = 0; found.$ref !== undefined && steps < 8; steps += 1)
      found = (follow(document, found.$ref) as Node | undefined) ?? ({} as Node);
    return found;
  };
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = item[method];
      return node === undefined ? [] : [readOperation(path, method, node, resolve)];
    }),
  );
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? '',
    baseUrl: document.servers[0]?.url ?? '',
    groups: document.tags
      .map(({ name, description = '' }) => ({
        name,
        description,
        operations: all.filter(({ group }) => group === name),
      }))
      .filter(({ operations }) => operations.length > 0),
    operations: new Map(all.map((operation) => [operation.id, operation])),
    schemas: document.components.schemas,
    problems: readProblems(document, resolve),
    resolve,
  };
}

function follow(document: OpenApiDocument, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Record<string, unknown>)[step]
          : undefined,
      document,
    );
}

function readOperation(
  path: string,
  method: string,
  node: OperationNode,
  resolve: Reference['resolve'],
): ReferenceOperation {
  const security = node.security ?? [];
  const byKey = security.find((each) => each['apiKey'] !== undefined);
  return {
    id: node.operationId,
    method: method.toUpperCase(),
    path,
    summary: node.summary ?? node.operationId,
    description: node.description ?? '',
    group: node.tags?.[0] ?? '',
    scope: byKey === undefined ? null : (byKey['apiKey']?.[0] ?? ''),
    takesSession: security.some((each) => each['session'] !== undefined),
    parameters: (node.parameters ?? []).map((each) => resolve(each)),
    body: node.requestBody === undefined ? null : resolve(node.requestBody),
    responses: Object.entries(node.responses).map(([status, response]) => ({
      ...resolve(response),
      status,
    })),
  };
}

interface ProblemValue {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly detail?: unknown;
}

/** The document has an example of every problem. */
function readProblems(
  { components }: OpenApiDocument,
  resolve: Reference['resolve'],
): readonly ReferenceProblem[] {
  return Object.values(components.examples ?? {}).flatMap((named) => {
    const { code, title, status, detail } = (resolve(named).value ?? {}) as ProblemValue;
    if (typeof code !== 'string' || typeof status !== 'number') return [];
    return [{ code, title: String(title ?? code), status, meaning: String(detail ?? '') }];
  });
}

/** The name of a schema that others refer to. */
export const schemaName = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The codes of the problems that a response may have. */
export function problemCodesOf({ content }: ResponseNode): readonly string[] {
  return Object.keys(content?.['application/problem+json']?.examples ?? {});
}
