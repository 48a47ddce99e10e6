import type { ReferenceOperation } from './openapi.ts';
import { filledPath, formType, headersOf, jsonFault, jsonMediaType, type RequestDraft } from './request.ts';

export type SnippetLanguage = 'curl' | 'typescript' | 'python';

interface SnippetOptions {
  readonly operation: ReferenceOperation;
  readonly draft: RequestDraft;
  readonly baseUrl: string;
}

/** What several languages need to know of a request. */
interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly needsKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly isForm: boolean;
  readonly fields: readonly (readonly [string, string])[];
  readonly fileNames: readonly string[];
  /** Null: none is sent. */
  readonly text: string | null;
  /** The text is JSON that can be written as a value of the language. */
  readonly isJson: boolean;
}

/** The request as code that can be copied. The key is read from the environment, so that nobody copies it. */
export function writeSnippet(language: SnippetLanguage, options: SnippetOptions): string {
  const facts = factsOf(options);
  if (language === 'curl') return writeCurl(facts);
  return language === 'typescript' ? writeTypeScript(facts) : writePython(facts);
}

function factsOf({ operation, draft, baseUrl }: SnippetOptions): RequestFacts {
  const isForm = draft.mediaType === formType;
  const text = draft.mediaType === null || isForm || draft.text.trim() === '' ? null : draft.text;
  const fileNames = draft.files.map(({ name }) => name);
  return {
    method: operation.method,
    url: `${baseUrl}${filledPath(operation, draft)}`,
    needsKey: operation.scope !== null,
    headers: headersOf(operation, draft),
    isForm,
    fields: Object.entries(draft.fields).filter(([, value]) => value !== ''),
    fileNames: isForm && fileNames.length === 0 ? ['handbook.pdf'] : fileNames,
    text,
    isJson: text !== null && draft.mediaType === jsonMediaType && jsonFault(draft) === null,
  };
}

const shellText = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function writeCurl({
  method,
  url,
  needsKey,
  headers,
  isForm,
  fields,
  fileNames,
  text,
}: RequestFacts): string {
  const isPlain = method === 'GET' || (method === 'POST' && (text !== null || isForm));
  const lines = [
    `curl ${isPlain ? '' : `-X ${method} `}${shellText(url)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $AVOW_API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...fields.map(([name, value]) => `-F ${shellText(`${name}=${value}`)}`),
    ...(isForm
      ? fileNames.map((name) => `-F ${shellText(`file=@"${name.replace(/["\\]/g, '\\$&')}"`)}`)
      : []),
    ...(text === null ? [] : [`--data-raw ${shellText(text)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** JSON text is also the text of a string in TypeScript and Python. */
const quoted = (text: string) => JSON.stringify(text);

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function writeTypeScript(facts: RequestFacts): string {
  const { method, url, needsKey, headers, isForm, fields, fileNames, text, isJson } = facts;
  const key = '    Authorization: "Bearer " + env.AVOW_API_KEY,';
  const named = Object.entries(headers).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`);
  const all = [...(needsKey ? [key] : []), ...named];
  const imports = [
    ...(isForm ? ['import { openAsBlob } from "node:fs";'] : []),
    ...(needsKey ? ['import { env } from "node:process";'] : []),
  ];
  const form = isForm
    ? [
        'const form = new FormData();',
        ...fields.map(([name, value]) => `form.append(${quoted(name)}, ${quoted(value)});`),
        ...fileNames.map(
          (name) => `form.append("file", await openAsBlob(${quoted(name)}), ${quoted(name)});`,
        ),
        '',
      ]
    : [];
  const body =
    text === null
      ? []
      : [
          isJson
            ? `  body: JSON.stringify(${indented(JSON.stringify(JSON.parse(text), null, 2), '  ')}),`
            : `  body: ${quoted(text)},`,
        ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(all.length === 0 ? [] : ['  headers: {', ...all, '  },']),
    ...(isForm ? ['  body: form,'] : body),
  ];
  return [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    ...form,
    options.length === 0
      ? `const response = await fetch(${quoted(url)});`
      : `const response = await fetch(${quoted(url)}, {`,
    ...(options.length === 0 ? [] : [...options, '});']),
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function writePython(facts: RequestFacts): string {
  const { method, url, needsKey, headers, isForm, fields, fileNames, text, isJson } = facts;
  // The library writes the type of JSON itself.
  const own = Object.entries(headers).filter(([name]) => !(isJson && name === 'Content-Type'));
  const all = [
    ...(needsKey ? [`        "Authorization": f"Bearer {os.environ['AVOW_API_KEY']}",`] : []),
    ...own.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`),
  ];
  const files = fileNames.map((name) => `        ("file", open(${quoted(name)}, "rb")),`);
  const pairs = fields.map(([name, value]) => `        (${quoted(name)}, ${quoted(value)}),`);
  const lines = [
    ...(all.length === 0 ? [] : ['    headers={', ...all, '    },']),
    ...(isForm ? ['    files=[', ...files, '    ],'] : []),
    ...(isForm && pairs.length > 0 ? ['    data=[', ...pairs, '    ],'] : []),
    ...(text === null
      ? []
      : isJson
        ? [`    json=${indented(pythonValue(JSON.parse(text)), '    ')},`]
        : [`    data=${quoted(text)}.encode(),`]),
  ];
  return [
    ...(needsKey ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${quoted(url)},`,
    ...lines,
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((each) => pythonValue(each, deeper))
    : Object.entries(value).map(([name, each]) => `${quoted(name)}: ${pythonValue(each, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close}`;
}
