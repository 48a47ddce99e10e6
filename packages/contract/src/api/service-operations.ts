import { z } from 'zod';
import { fileOperations } from './file-operations.ts';
import { healthSchema, readinessSchema, serviceIndexSchema } from './health.ts';
import {
  type HttpOperation,
  jsonType,
  plainType,
  type ResponseHeaderName,
  transportProblems,
  yamlType,
} from './operation.ts';

const plainHeaders = ['X-Request-Id'] as const satisfies readonly ResponseHeaderName[];

const getHealth = {
  operationId: 'getHealth',
  method: 'GET',
  path: '/healthz',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Check liveness',
  description: 'Responds as long as the process runs, whether or not it can serve queries.',
  request: {},
  responses: {
    200: { description: 'Alive.', mediaType: jsonType, schema: healthSchema, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getReadiness = {
  operationId: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Check readiness',
  description:
    'Lists the dependencies of the service and whether each one works, the languages of questions that are served, how the scheduled backups are, and how the vector indexes of the database are.',
  request: {},
  responses: {
    200: { description: 'Ready.', mediaType: jsonType, schema: readinessSchema, headers: plainHeaders },
    503: {
      description: 'Not ready: send requests to another instance.',
      mediaType: jsonType,
      schema: readinessSchema,
      headers: plainHeaders,
    },
  },
  problems: transportProblems.filter((code) => code !== 'overloaded' && code !== 'shutting_down'),
} as const satisfies HttpOperation;

const getMetrics = {
  operationId: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Read metrics',
  description: 'Metrics in the Prometheus text format. No label contains a question, an answer or a secret.',
  request: {},
  responses: {
    200: { description: 'Metrics.', mediaType: plainType, schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getOpenApi = {
  operationId: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Read the OpenAPI document',
  description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
  request: {},
  responses: {
    200: { description: 'The document.', mediaType: jsonType, schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getOpenApiYaml = {
  ...getOpenApi,
  operationId: 'getOpenApiYaml',
  path: '/openapi.yaml',
  summary: 'Read the OpenAPI document as YAML',
  description: 'The same document as `/openapi.json`.',
  responses: {
    200: { description: 'The document.', mediaType: yamlType, schema: null, headers: plainHeaders },
  },
} as const satisfies HttpOperation;

const getDocs = {
  operationId: 'getDocs',
  method: 'GET',
  path: '/docs',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Read the API reference',
  description: 'A page that shows the OpenAPI document in groups, searches it, and sends requests.',
  request: {},
  responses: {
    200: { description: 'The page.', mediaType: 'text/html', schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getGuide = {
  operationId: 'getGuide',
  method: 'GET',
  path: '/guide',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Read the guide',
  description: 'The first page of the guide of this version, with its contents and a search.',
  request: {},
  responses: {
    200: { description: 'The page.', mediaType: 'text/html', schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getGuidePage = {
  operationId: 'getGuidePage',
  method: 'GET',
  path: '/guide/{path}',
  restOfPath: true,
  tag: 'service',
  scope: null,
  limit: null,
  anyAccept: true,
  summary: 'Load a page or a picture of the guide',
  description: 'A page by its name, a picture below `images/`, or `search.json`, which the search reads.',
  request: {
    params: z.strictObject({
      path: z
        .string()
        .min(1)
        .meta({ description: 'Do not escape its slashes.', examples: ['console'] }),
    }),
  },
  responses: {
    200: { description: 'The page.', mediaType: 'text/html', schema: null, headers: plainHeaders },
  },
  problems: [...transportProblems, 'not_found'],
} as const satisfies HttpOperation;

const getProblem = {
  operationId: 'getProblem',
  method: 'GET',
  path: '/problems/{code}',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Read about a problem',
  description: 'The page that the `type` of a problem document links to.',
  request: { params: z.strictObject({ code: z.string().min(1) }) },
  responses: {
    200: { description: 'The page.', mediaType: 'text/html', schema: null, headers: plainHeaders },
  },
  problems: [...transportProblems, 'not_found'],
} as const satisfies HttpOperation;

const pageResponse = {
  description: 'The page. It loads everything else from this service.',
  mediaType: 'text/html',
  schema: null,
  headers: [...plainHeaders, 'Cache-Control'],
} as const;

const getRoot = {
  operationId: 'getRoot',
  method: 'GET',
  path: '/',
  tag: 'service',
  scope: null,
  limit: null,
  anyAccept: true,
  summary: 'Find the parts of the service',
  description:
    'Says where the API is described and where the console is. Browsers, which prefer HTML, are redirected to `/console`.',
  request: {},
  responses: {
    200: {
      description: 'Where the parts of the service are.',
      mediaType: jsonType,
      schema: serviceIndexSchema,
      headers: [...plainHeaders, 'Cache-Control'],
    },
    302: {
      description: 'Redirects to the console.',
      mediaType: null,
      schema: null,
      headers: [...plainHeaders, 'Location', 'Cache-Control'],
    },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getConsole = {
  operationId: 'getConsole',
  method: 'GET',
  path: '/console',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Use the console',
  description: 'The web console for people who manage content, review answers and read records.',
  request: {},
  responses: { 200: pageResponse },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getConsoleFile = {
  operationId: 'getConsoleFile',
  method: 'GET',
  path: '/console/{path}',
  restOfPath: true,
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Load a page or a file of the console',
  description:
    'Below `assets/`, a file whose name contains a hash of its content and which may be cached forever. Any other path is a page of the console.',
  request: {
    params: z.strictObject({
      path: z
        .string()
        .min(1)
        .meta({ description: 'Do not escape its slashes.', examples: ['ask'] }),
    }),
  },
  responses: { 200: pageResponse },
  problems: [...transportProblems, 'not_found'],
} as const satisfies HttpOperation;

export const serviceOperations = {
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApi,
  getOpenApiYaml,
  getDocs,
  getGuide,
  getGuidePage,
  getProblem,
  getRoot,
  getConsole,
  getConsoleFile,
  ...fileOperations,
} as const;
