import {
  buildOpenApi,
  eventStreamType,
  type OpenApiOptions,
  type Operation,
  operations,
  problemPath,
  problems,
} from '@avow/contract';
import { escapeMarkup } from '@avow/text';
import { htmlPage, proseHtml } from './html.ts';

interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly 'x-extensible-enum'?: readonly string[];
}

interface BodyNode {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: SchemaNode; readonly example?: unknown }>>;
}

interface ResponseNode {
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: SchemaNode & { readonly 'x-event-data'?: Readonly<Record<string, SchemaNode>> } }
    >
  >;
}

interface OperationNode {
  readonly requestBody?: BodyNode;
  readonly responses: Readonly<Record<string, ResponseNode>>;
}

/** The parts of the OpenAPI document that are shown. */
interface OpenApiParts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}

/** The reference for people: the same document that machines read at /openapi.json, as one page without scripts. */
export function docsPage(options: OpenApiOptions): string {
  const document = buildOpenApi(options) as unknown as OpenApiParts;
  const { schemas } = document.components;
  const all: Operation[] = Object.values(operations);
  return htmlPage(
    'Avow reference',
    `<h1>Avow reference</h1>
<p>Version ${escapeMarkup(options.version)} at <code>${escapeMarkup(options.baseUrl)}</code>. Machines read <a href="/openapi.json">/openapi.json</a>.</p>
<p>Operations under <code>/v1</code> take an API key: <code>Authorization: Bearer &lt;API_KEY&gt;</code>, or the session of a person who is signed in. The tenant comes from the key or the person. Every refusal is a problem document (RFC 9457) whose <code>code</code> is one of <a href="#problems">the problems below</a>. Every response carries <code>X-Request-Id</code>. Enumerations are open: accept values you do not know.</p>
<nav><ul>
${all.map((operation) => `<li><a href="#${operation.operationId}">${operation.method} ${escapeMarkup(operation.path)}</a></li>`).join('\n')}
<li><a href="#schemas">Schemas</a></li><li><a href="#problems">Problems</a></li>
</ul></nav>
${all
  .map((operation) => {
    const node = document.paths[operation.path]?.[operation.method.toLowerCase()];
    return node === undefined ? '' : operationHtml(operation, node, options.baseUrl);
  })
  .join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas)
  .map(([name, schema]) => schemaHtml(name, schema))
  .join('\n')}
<h2 id="problems">Problems</h2>
<table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
${Object.entries(problems)
  .map(
    ([code, kind]) =>
      `<tr><td>${kind.status}</td><td><a href="${problemPath(code as keyof typeof problems)}"><code>${code}</code></a></td><td>${proseHtml(kind.meaning)}</td></tr>`,
  )
  .join('\n')}
</table>`,
  );
}

function needsOf({ scope, session }: Operation): string {
  if (scope !== null) return `Scope <code>${scope}</code>.`;
  return session === true ? 'For a person who is signed in.' : 'No key needed.';
}

function operationHtml(operation: Operation, node: OperationNode, baseUrl: string): string {
  const body = node.requestBody;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) =>
      `<tr><td>${status}</td><td>${proseHtml(response.description)}</td><td class="quiet">${escapeMarkup(Object.keys(node.responses[status]?.content ?? {}).join(', '))}</td></tr>`,
  );
  const facts = [
    needsOf(operation),
    operation.limit === null ? '' : `Counts against the <code>${operation.limit}</code> limit.`,
  ];
  return `<h2 id="${operation.operationId}"><span class="method">${operation.method}</span>${escapeMarkup(operation.path)}</h2>
<p><strong>${escapeMarkup(operation.summary)}.</strong> ${proseHtml(operation.description)}</p>
<p class="quiet">${facts.join(' ')}</p>
${operation.scope === null ? '' : `<pre><code>${escapeMarkup(curlLine(operation, body, baseUrl))}</code></pre>`}
${body === undefined ? '' : bodyHtml(body)}
<table><tr><th>Status</th><th>Response</th><th></th></tr>${responses.join('')}</table>
${eventsHtml(node)}
<details><summary>Problems it can answer with</summary><p>${operation.problems.map((code) => `<a href="${problemPath(code)}"><code>${code}</code></a>`).join(' ')}</p></details>`;
}

function eventsHtml({ responses }: OperationNode): string {
  const events = Object.values(responses).flatMap(({ content }) =>
    Object.entries(content?.[eventStreamType]?.schema['x-event-data'] ?? {}),
  );
  if (events.length === 0) return '';
  const rows = events.map(
    ([type, schema]) => `<tr><td><code>${type}</code></td><td>${typeHtml(schema)}</td></tr>`,
  );
  return `<table><tr><th>Event</th><th>Data</th></tr>${rows.join('')}</table>`;
}

function bodyHtml(body: BodyNode): string {
  const rows = Object.entries(body.content).map(
    ([mediaType, { schema }]) =>
      `<tr><td><code>${escapeMarkup(mediaType)}</code></td><td>${schema.$ref === undefined ? proseHtml(schema.description ?? '') : typeHtml(schema)}</td></tr>`,
  );
  return `<table><tr><th>Body</th><th>${body.required ? '' : 'May be left out'}</th></tr>${rows.join('')}</table>`;
}

function curlLine({ method, path }: Operation, body: BodyNode | undefined, baseUrl: string): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const lines = [
    `curl -s ${isPlain ? '' : `-X ${method} `}'${baseUrl}${path}'`,
    '-H "Authorization: Bearer $AVOW_API_KEY"',
  ];
  const json = body?.content['application/json'];
  if (body?.content['multipart/form-data'] !== undefined) lines.push('-F file=@handbook.pdf');
  else if (json !== undefined) {
    const text = JSON.stringify(json.example).replaceAll("'", "'\\''");
    lines.push("-H 'Content-Type: application/json'", `-d '${text}'`);
  }
  return lines.join(' \\\n  ');
}

function schemaHtml(name: string, schema: SchemaNode): string {
  const rows = Object.entries(schema.properties ?? {}).map(([field, node]) => {
    const required = schema.required?.includes(field) ? '' : ' <span class="quiet">optional</span>';
    return `<tr><td><code>${escapeMarkup(field)}</code>${required}</td><td>${typeHtml(node)}</td><td>${proseHtml(node.description ?? '')}</td></tr>`;
  });
  return `<h3 id="schema-${escapeMarkup(name)}">${escapeMarkup(name)}</h3>
${schema.description === undefined ? '' : `<p>${proseHtml(schema.description)}</p>`}
${rows.length === 0 ? `<p>${typeHtml(schema)}</p>` : `<table><tr><th>Field</th><th>Type</th><th></th></tr>${rows.join('')}</table>`}`;
}

function typeHtml(node: SchemaNode): string {
  if (node.$ref !== undefined) {
    const name = node.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${escapeMarkup(name)}">${escapeMarkup(name)}</a>`;
  }
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return choices.map(typeHtml).join(' or ');
  if (node.items !== undefined) return `array of ${typeHtml(node.items)}`;
  const type = Array.isArray(node.type) ? node.type.join(' or ') : String(node.type ?? 'any');
  const values = node['x-extensible-enum'] ?? node.enum;
  const shown =
    values === undefined
      ? ''
      : `: ${values.map((value) => `<code>${escapeMarkup(String(value))}</code>`).join(', ')}`;
  return `${escapeMarkup(node.format ?? type)}${shown}${node.default === undefined ? '' : `, default <code>${escapeMarkup(String(node.default))}</code>`}`;
}
