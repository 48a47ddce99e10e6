import type { Parameter, PythonOperation, Result } from './read-operations.ts';

const header = `# Generated from /openapi.json. Do not edit.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from avow._calls import AsyncCalls, Call, Calls, File

from . import models, params
`;

/** The type that a method returns, and what runs its call. */
function runnerOf(result: Result): {
  readonly type: string;
  readonly runner: string;
  readonly model: string;
} {
  switch (result.kind) {
    case 'model': {
      const type = `models.${result.name}`;
      return { type, runner: '_model', model: `, ${type}` };
    }
    case 'object':
      return { type: 'dict[str, Any]', runner: '_object', model: '' };
    case 'text':
      return { type: 'str', runner: '_text', model: '' };
    case 'location':
      return { type: 'str', runner: '_location', model: '' };
    case 'bytes':
      return { type: 'bytes', runner: '_bytes', model: '' };
    default:
      return { type: 'None', runner: '_nothing', model: '' };
  }
}

function signatureOf({ parameters, body }: PythonOperation, withFiles: boolean): string {
  const inPath = parameters.filter(({ place }) => place === 'path');
  const others = parameters.filter(({ place }) => place !== 'path');
  const named = [...others.filter(({ required }) => required), ...others.filter(({ required }) => !required)];
  const positional = ['self', ...inPath.map(({ python, type }) => `${python}: ${type}`)];
  if (withFiles) positional.push('files: Sequence[File]');
  else if (body?.required === true) positional.push(`body: params.${body.type}`);
  else if (body !== null) positional.push(`body: params.${body.type} | None = None`);
  const keywords = named.map(({ python, type, required }) =>
    required ? `${python}: ${type}` : `${python}: ${type} | None = None`,
  );
  if (withFiles) keywords.push('data: Mapping[str, str | list[str]] | None = None');
  return [...positional, ...(keywords.length === 0 ? [] : ['*', ...keywords])].join(', ');
}

function mapOf(parameters: readonly Parameter[]): string {
  return `{${parameters.map(({ name, python }) => `${JSON.stringify(name)}: ${python}`).join(', ')}}`;
}

function callOf(operation: PythonOperation, withFiles: boolean): string {
  const { id, method, path, takesRest, parameters, body, statuses } = operation;
  const at = (place: Parameter['place']) => parameters.filter((parameter) => parameter.place === place);
  const inPath = at('path');
  const keyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const parts = [
    `${JSON.stringify(id)}, ${JSON.stringify(method)}, ${JSON.stringify(path)}`,
    ...(inPath.length === 0 ? [] : [`path=${mapOf(inPath)}`]),
    ...(at('query').length === 0 ? [] : [`query=${mapOf(at('query'))}`]),
    ...(at('header').length === 0 ? [] : [`headers=${mapOf(at('header'))}`]),
    ...(withFiles ? ['files=files, data=data'] : []),
    ...(!withFiles && body !== null ? ['body=body'] : []),
    ...(takesRest ? ['takes_rest=True'] : []),
    ...(keyed ? ['keyed=True'] : []),
    `statuses=(${statuses.join(', ')},)`,
  ];
  return `Call(${parts.join(', ')})`;
}

function docstring({ summary, description, parameters }: PythonOperation): string {
  const described = parameters
    .filter((parameter) => parameter.description !== '')
    .map((parameter) => `        ${parameter.python}: ${parameter.description}`);
  const lines = [
    `${summary}.`,
    '',
    `        ${description}`,
    ...(described.length === 0 ? [] : ['', ...described]),
    '        ',
  ];
  return lines.join('\n').replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}

function methodOf(operation: PythonOperation, isAsync: boolean, withFiles: boolean): string {
  const name = withFiles && operation.body !== null ? `${operation.name}_from_files` : operation.name;
  const { type, runner, model } = runnerOf(operation.result);
  const call = callOf(operation, withFiles);
  return `    ${isAsync ? 'async def' : 'def'} ${name}(${signatureOf(operation, withFiles)}) -> ${type}:
        """${docstring(operation)}"""
        return ${isAsync ? 'await ' : ''}self.${runner}(${call}${model})
`;
}

/** The module with a method for every operation, each of which waits or is awaited. */
export function writeOperations(operations: readonly PythonOperation[]): string {
  const classes = [false, true].map((isAsync) => {
    const methods = operations
      // Streams are written by hand: they resume.
      .filter(({ result }) => result.kind !== 'events')
      .flatMap((operation) => [
        ...(operation.takesFiles && operation.body === null ? [] : [methodOf(operation, isAsync, false)]),
        ...(operation.takesFiles ? [methodOf(operation, isAsync, true)] : []),
      ]);
    const name = isAsync ? 'AsyncOperations' : 'Operations';
    return `
class ${name}(${isAsync ? 'AsyncCalls' : 'Calls'}):
    """Every operation of the service, under its operation id."""

${methods.join('\n')}`;
  });
  return `${header}\n${classes.join('\n')}`;
}

/** The type of the data of each event, by its name. */
export function writeEvents(events: ReadonlyMap<string, string>): string {
  const lines = [...events].map(([type, name]) => `    ${JSON.stringify(type)}: models.${name},`);
  return `# Generated from /openapi.json. Do not edit.
from __future__ import annotations

from pydantic import BaseModel

from . import models

EVENT_MODELS: dict[str, type[BaseModel]] = {
${lines.join('\n')}
}
`;
}
