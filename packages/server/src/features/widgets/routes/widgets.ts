import { emptyRequestSchema } from '@avow/contract';
import {
  type WidgetEntry,
  widgetCreateRequestSchema,
  widgetUpdateRequestSchema,
} from '@avow/contract/widgets';
import type { TenantId, WidgetId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../../../http/add-vary.ts';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { idOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { AuditLog } from '../../log/log.ts';
import { readGranter } from '../../people/routes/people-route.ts';
import type { Widgets } from '../widgets.ts';

export interface WidgetRoutes {
  readonly widgets: Widgets;
  readonly cursors: Cursors;
  readonly auditLog: AuditLog;
}

const placeOf = (request: FastifyRequest): readonly [TenantId, WidgetId] => [
  principalOf(request).tenantId,
  idOf(request, 'widget_id', 'wdg'),
];

const editorOf = (request: FastifyRequest) => ({
  callerId: principalOf(request).callerId,
  granter: readGranter(request),
});

function sendCreated(reply: FastifyReply, widget: WidgetEntry): FastifyReply {
  reply.code(201).header('location', `/v1/widgets/${widget.widget_id}`);
  return sendEntry(reply, widget);
}

/** Browsers ask once a minute at most; a change reaches every page within that time. */
const settingsControl = 'private, max-age=60';

/** The handlers of the operations on widgets. */
export function widgetHandlers({ widgets, cursors, auditLog }: WidgetRoutes) {
  return {
    /** `POST /v1/widgets` */
    createWidget: async (request, reply) => {
      const given = validate(widgetCreateRequestSchema, request.body);
      const { tenantId } = principalOf(request);
      return sendCreated(reply, await widgets.create(tenantId, given, editorOf(request)));
    },

    /** `GET /v1/widgets` */
    listWidgets: (request, reply) => {
      const { tenantId } = principalOf(request);
      return sendList({ cursors }, request, reply, {
        name: ['widgets'],
        read: (before, limit) => widgets.list(tenantId, { before: before as WidgetId | null, limit }),
        placeOf: ({ widget_id: id }: WidgetEntry) => id,
        toWire: (widget) => widget,
      });
    },

    /** `GET /v1/widgets/{widget_id}` */
    getWidgetById: async (request, reply) => sendEntry(reply, await widgets.get(...placeOf(request))),

    /** `PATCH /v1/widgets/{widget_id}` */
    updateWidget: async (request, reply) => {
      const given = validate(widgetUpdateRequestSchema, request.body);
      return sendEntry(reply, await widgets.change(...placeOf(request), { given, by: editorOf(request) }));
    },

    /** `POST /v1/widgets/{widget_id}/renew-key` */
    renewWidgetKey: async (request, reply) => {
      validateOptional(emptyRequestSchema, request.body);
      return sendCreated(reply, await widgets.renewKey(...placeOf(request), editorOf(request)));
    },

    /** `DELETE /v1/widgets/{widget_id}` */
    deleteWidget: async (request, reply) => {
      await widgets.delete(...placeOf(request), editorOf(request));
      return sendDeleted(reply, true);
    },

    /** `GET /v1/widget-settings` */
    getWidgetSettings: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const [settings, log_key] = await Promise.all([
        widgets.settingsOf(tenantId, callerId),
        auditLog.verifierKey(tenantId),
      ]);
      const body = JSON.stringify({ ...settings, log_key });
      // A page may show the widgets of several keys.
      addVary(reply, 'authorization');
      const mediaType = 'application/json';
      return await sendTagged(request, reply, { body, mediaType, cacheControl: settingsControl });
    },
  } satisfies Handlers;
}
