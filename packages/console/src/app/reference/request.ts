import type { MediaNode, Reference, ReferenceOperation, SchemaNode } from './openapi.ts';

export const jsonMediaType = 'application/json';
export const formType = 'multipart/form-data';

/** A request as it is being written: what the examples show and what is sent. */
export interface RequestDraft {
  /** By the place and the name of a parameter, such as `path pack_id`. Empty: it is not sent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Null: it has no body. */
  readonly mediaType: string | null;
  /** The body, if it is not a form. */
  readonly text: string;
  /** The fields of a form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly File[];
}

export const parameterKey = ({ in: place, name }: { readonly in: string; readonly name: string }) =>
  `${place} ${name}`;

/** The request that the document gives as an example. */
export function draftRequest(operation: ReferenceOperation, reference: Reference): RequestDraft {
  const parameters = operation.parameters.map((parameter) => {
    const { required = false, example, schema = {} } = parameter;
    const value = required ? (example ?? sampleOf(schema, reference)) : '';
    return [parameterKey(parameter), typeof value === 'string' ? value : JSON.stringify(value)];
  });
  const [mediaType = null] = Object.keys(operation.body?.content ?? {});
  return {
    parameters: Object.fromEntries(parameters),
    mediaType,
    text: bodyText(mediaType, operation, reference),
    fields: {},
    files: [],
  };
}

/** What is written for a media type at first. */
export function bodyText(
  mediaType: string | null,
  { body }: ReferenceOperation,
  reference: Reference,
): string {
  const media = mediaType === null ? undefined : body?.content[mediaType];
  if (media === undefined || mediaType === formType) return '';
  const example = mediaExample(media, reference);
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

export function mediaExample({ example, examples, schema }: MediaNode, reference: Reference): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  if (first !== undefined) return reference.resolve(first).value;
  return sampleOf(schema ?? {}, reference);
}

const depthMax = 6;

/** A value as a schema describes it: its example, its default, or the simplest. */
export function sampleOf(schema: SchemaNode, reference: Reference, depth = 0): unknown {
  const node = reference.resolve(schema);
  const given = node.example ?? node.examples?.[0] ?? node.default ?? node.const ?? node.enum?.[0];
  if (given !== undefined) return given;
  const choice = node.oneOf?.[0] ?? node.anyOf?.[0];
  if (choice !== undefined) return sampleOf(choice, reference, depth + 1);
  const [type] = Array.isArray(node.type) ? node.type : [node.type];
  if (type === 'object' && depth < depthMax) {
    const required = Object.entries(node.properties ?? {}).filter(([name]) => node.required?.includes(name));
    return Object.fromEntries(
      required.map(([name, property]) => [name, sampleOf(property, reference, depth + 1)]),
    );
  }
  if (type === 'array')
    return depth < depthMax && (node.minItems ?? 0) > 0 && node.items !== undefined
      ? [sampleOf(node.items, reference, depth + 1)]
      : [];
  if (type === 'integer' || type === 'number') return node.minimum ?? 1;
  return type === 'string' ? '' : type === 'boolean' ? false : null;
}

/** The fields of a form that are files. */
export function isFileField(schema: SchemaNode, reference: Reference): boolean {
  const node = reference.resolve(schema);
  const item = node.items === undefined ? node : reference.resolve(node.items);
  return item.contentMediaType !== undefined;
}

/** The path and query of a request. A parameter that is missing keeps its braces. */
export function filledPath({ path, parameters }: ReferenceOperation, draft: RequestDraft): string {
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = draft.parameters[`path ${name}`] ?? '';
    if (value === '') return braces;
    // Only paths of tiles have slashes of their own.
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const query = parameters.flatMap((parameter) => {
    const value = draft.parameters[parameterKey(parameter)] ?? '';
    return parameter.in === 'query' && value !== '' ? [[parameter.name, value] as [string, string]] : [];
  });
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

/** The headers of a request, except those of authentication. */
export function headersOf({ parameters }: ReferenceOperation, draft: RequestDraft): Record<string, string> {
  const given = parameters.flatMap((parameter) => {
    const value = draft.parameters[parameterKey(parameter)] ?? '';
    return parameter.in === 'header' && value !== '' ? [[parameter.name, value] as const] : [];
  });
  // A browser writes the boundary of a form itself.
  const isTyped = draft.mediaType !== null && draft.mediaType !== formType && draft.text !== '';
  return {
    ...(isTyped ? { 'Content-Type': draft.mediaType === '*/*' ? 'text/csv' : (draft.mediaType ?? '') } : {}),
    ...Object.fromEntries(given),
  };
}

/** What is wrong with a body that should be JSON; null: nothing. */
export function jsonFault(draft: RequestDraft): string | null {
  if (draft.mediaType !== jsonMediaType || draft.text.trim() === '') return null;
  try {
    JSON.parse(draft.text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
