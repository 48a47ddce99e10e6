import type { FieldErrorCode } from '@avow/contract';
import {
  contentLimits,
  groupsSchema,
  sourceSchema,
  titleSchema,
  webAddressSchema,
} from '@avow/contract/content';
import type { InputFault } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { z } from 'zod';
import { type FormPart, parseMultipart } from '../../../http/multipart.ts';
import { parseJsonBody } from '../../../http/parse-json-body.ts';
import { decodePart } from '../../../http/part-headers.ts';
import type { UploadedFile } from '../content.ts';

/** One source, title and URL for each file; the other fields are groups. */
const formLimits = {
  filesMax: contentLimits.uploadFilesMax,
  fieldsMax: 4 * contentLimits.uploadFilesMax,
  fieldBytesMax: 64 * 1024,
};
const faultsMax = 20;
const fieldNames = ['source', 'title', 'url', 'groups'] as const;
type FieldName = (typeof fieldNames)[number];

/** Faults found so far: the form is refused with all of them. */
interface FormFaults {
  add(pointer: string, code: FieldErrorCode, message: string): void;
  /** The parsed value; null, with a fault added, if it is not valid. */
  read<Schema extends z.ZodType>(pointer: string, schema: Schema, value: unknown): z.output<Schema> | null;
  throwIfAny(): void;
}

function collectFaults(): FormFaults {
  const errors: InputFault[] = [];
  const add: FormFaults['add'] = (pointer, code, message) => {
    if (errors.length < faultsMax) errors.push({ pointer, code, message });
  };
  return {
    add,
    read: (pointer, schema, value) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      add(pointer, 'invalid_value', parsed.error.issues[0]?.message ?? 'The value is not valid');
      return null;
    },
    throwIfAny: () => {
      if (errors.length === 0) return;
      throw new AppError('validation_failed', {
        detail: 'The fields of the form are not valid for this operation.',
        errors,
      });
    },
  };
}

/** The files of a document form, with the values of its fields. */
export function readDocumentForm(contentType: string, body: Buffer): UploadedFile[] {
  const parts = parseMultipart(contentType, body, formLimits);
  const faults = collectFaults();
  const { files, fields } = sortParts(parts, faults);
  if (files.length === 0) faults.add('/file', 'required', 'At least one file is required');
  for (const name of ['source', 'title', 'url'] as const) {
    const given = fields[name].length;
    if (given !== 0 && given !== files.length) {
      faults.add(`/${name}`, 'invalid_value', 'Expected one value for each file, in the same order, or none');
    }
  }
  const groups = readGroups(fields.groups, faults);
  const uploaded = files.map((file, index): UploadedFile => {
    const given = (name: FieldName) => fields[name][index] || null;
    const title = given('title');
    const url = given('url');
    return {
      source: faults.read(`/source/${index}`, sourceSchema, given('source') ?? file.fileName) ?? '',
      bytes: file.bytes,
      title: title === null ? null : faults.read(`/title/${index}`, titleSchema, title),
      url: url === null ? null : faults.read(`/url/${index}`, webAddressSchema, url),
      groups,
    };
  });
  for (const [index, { source }] of uploaded.entries()) {
    if (source !== '' && uploaded.findIndex((file) => file.source === source) < index) {
      faults.add(`/source/${index}`, 'invalid_value', 'Another file in the form has this path');
    }
  }
  faults.throwIfAny();
  return uploaded;
}

function sortParts(
  parts: readonly FormPart[],
  faults: FormFaults,
): { files: FormPart[]; fields: Record<FieldName, string[]> } {
  const files: FormPart[] = [];
  const fields: Record<FieldName, string[]> = { source: [], title: [], url: [], groups: [] };
  for (const part of parts) {
    const fieldName = fieldNames.find((name) => name === part.name);
    if (part.name === 'file' && part.fileName !== null) files.push(part);
    else if (part.name === 'file') faults.add('/file', 'invalid_value', 'A file needs a file name');
    else if (fieldName === undefined) faults.add('', 'unknown_field', 'The form has an unknown field');
    else if (part.fileName !== null)
      faults.add(`/${fieldName}`, 'wrong_type', 'Expected a field, not a file');
    else fields[fieldName].push(decodePart(part.bytes));
  }
  return { files, fields };
}

/** Groups as a JSON array in one field, or as one field for each group. */
function readGroups(values: readonly string[], faults: FormFaults): readonly string[] {
  const [first = ''] = values;
  if (values.length !== 1 || !first.trimStart().startsWith('[')) {
    return (
      faults.read(
        '/groups',
        groupsSchema,
        values.filter((value) => value !== ''),
      ) ?? []
    );
  }
  try {
    return faults.read('/groups', groupsSchema, parseJsonBody(Buffer.from(first))) ?? [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.add('/groups', 'invalid_value', 'Expected a JSON array of names');
    return [];
  }
}
