import { z } from 'zod';
import { visitorTokenHeader, visitorTokenSchema } from '../api/headers.ts';
import {
  creating,
  deletedResponse,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  operationGroup,
  unchangedResponse,
} from '../api/operation.ts';
import { emptyRequestSchema, pageQuerySchema } from '../content/pack.ts';
import {
  widgetCreateRequestSchema,
  widgetLimits,
  widgetPageSchema,
  widgetParamsSchema,
  widgetSchema,
  widgetSettingsSchema,
  widgetUpdateRequestSchema,
} from './widget.ts';

const widgetsPath = '/v1/widgets';
const widgetPath = `${widgetsPath}/{widget_id}`;

const widgetOperation = operationGroup({ tag: 'service', scope: 'keys:manage', limit: 'audit' });

/** Widgets of a tenant, each with its key, and what a page reads to show one. */
export const widgetOperations = {
  createWidget: creating(
    widgetOperation({
      operationId: 'createWidget',
      method: 'POST',
      path: widgetsPath,
      summary: 'Create a widget',
      description: `Creates a widget with a publishable key of its own, which works for ten years. A tenant can have ${widgetLimits.widgetsMax} widgets; another one is refused with \`invalid_state\`.`,
      request: { body: widgetCreateRequestSchema },
      responses: { 201: jsonResponse('The widget.', widgetSchema, ['Location']) },
      problems: ['invalid_state'],
    }),
    'response',
  ),
  listWidgets: widgetOperation({
    operationId: 'listWidgets',
    method: 'GET',
    path: widgetsPath,
    summary: 'List widgets',
    description: 'Newest first.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of widgets.', widgetPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getWidgetById: widgetOperation({
    operationId: 'getWidgetById',
    method: 'GET',
    path: widgetPath,
    summary: 'Read a widget',
    description: 'Returns its settings and its key.',
    request: { params: widgetParamsSchema },
    responses: { 200: jsonResponse('The widget.', widgetSchema) },
    problems: ['not_found'],
  }),
  updateWidget: widgetOperation({
    operationId: 'updateWidget',
    method: 'PATCH',
    path: widgetPath,
    summary: 'Change a widget',
    description:
      'What is left out stays; `settings` are replaced as a whole. Pages show the change within a minute, without a change of their own. Origins and packs of a widget whose key does not work any more are refused with `invalid_state`.',
    request: { params: widgetParamsSchema, body: widgetUpdateRequestSchema },
    responses: { 200: jsonResponse('The widget.', widgetSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  renewWidgetKey: creating(
    widgetOperation({
      operationId: 'renewWidgetKey',
      method: 'POST',
      path: `${widgetPath}/renew-key`,
      summary: 'Give a widget a new key',
      description:
        'For a widget whose key has expired or was revoked: the new key has the same origins and packs, and has to be put into the pages. A key that still works is revoked.',
      request: { params: widgetParamsSchema, body: emptyRequestSchema, bodyOptional: true },
      responses: { 201: jsonResponse('The widget.', widgetSchema, ['Location']) },
      problems: ['not_found', 'invalid_state'],
    }),
    'response',
  ),
  deleteWidget: widgetOperation({
    operationId: 'deleteWidget',
    method: 'DELETE',
    path: widgetPath,
    summary: 'Delete a widget',
    description: 'Its key is revoked: on pages that still show it, no question can be asked.',
    request: { params: widgetParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  getWidgetSettings: {
    operationId: 'getWidgetSettings',
    method: 'GET',
    path: '/v1/widget-settings',
    tag: 'answers',
    scope: 'query:write',
    publishable: true,
    limit: 'audit',
    summary: 'Read the settings of a widget',
    description:
      'What a page reads to show the widget of its key; browsers keep it for a minute. For a key without a widget, how a widget looks that nobody has set up.',
    request: { headers: z.object({ [visitorTokenHeader]: visitorTokenSchema.exactOptional() }) },
    responses: {
      200: jsonResponse('The settings.', widgetSettingsSchema, ['ETag']),
      304: unchangedResponse,
    },
    problems: [...keyProblems, 'origin_not_allowed', 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
