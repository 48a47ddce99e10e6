import { type HttpOperation, transportProblems } from './operation.ts';

const plainHeaders = ['X-Request-Id'] as const;

const getWidget = {
  operationId: 'getWidget',
  method: 'GET',
  path: '/widget.js',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Load the widget',
  description:
    'The script that defines the element `<avow-chat>`, with which a web page asks by means of a publishable key.',
  request: {},
  responses: {
    200: { description: 'The script.', mediaType: 'text/javascript', schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getVerifier = {
  operationId: 'getVerifier',
  method: 'GET',
  path: '/verify',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Check a receipt',
  description:
    'A page that checks the receipt of an answer in the browser. It is one file that loads nothing: saved, it works without the service.',
  request: {},
  responses: {
    200: { description: 'The page.', mediaType: 'text/html', schema: null, headers: plainHeaders },
  },
  problems: transportProblems,
} as const satisfies HttpOperation;

const getIcon = {
  operationId: 'getIcon',
  method: 'GET',
  path: '/favicon.ico',
  tag: 'service',
  scope: null,
  limit: null,
  anyAccept: true,
  summary: 'Load the icon',
  description: 'The icon that browsers show beside the title of a page, as SVG.',
  request: {},
  responses: {
    200: {
      description: 'The icon.',
      mediaType: 'image/svg+xml',
      schema: null,
      headers: [...plainHeaders, 'Cache-Control'],
    },
  },
  problems: [...transportProblems, 'not_found'],
} as const satisfies HttpOperation;

/** Single files that the service gives to browsers. */
export const fileOperations = { getIcon, getWidget, getVerifier } as const;
