import { filePath } from './settings.ts';

/** Files in PEM for TLS, which are read at each connection: a certificate that is renewed needs no restart. */
export interface StreamTls {
  /** Who may vouch for the certificate of the collector; null: those that Node trusts. */
  readonly caFile: string | null;
  /** What this service shows for itself; null: nothing. */
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** Where events go. */
export type StreamTarget =
  | {
      readonly kind: 'https';
      readonly url: string;
      /** The file with the token that is sent; null: none. */
      readonly tokenFile: string | null;
      readonly tls: StreamTls;
    }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly tls: StreamTls }
  | { readonly kind: 'file'; readonly path: string };

export const streamFormats = ['ocsf', 'ecs'] as const;
export type StreamFormat = (typeof streamFormats)[number];

export const streamedEvents = ['both', 'administrative', 'guardrails'] as const;
export type StreamedEvents = (typeof streamedEvents)[number];

/** A collector of security events, as the operator has named it. */
export interface SecurityStream {
  readonly name: string;
  readonly target: StreamTarget;
  readonly format: StreamFormat;
  readonly events: StreamedEvents;
  /** Ids or names of tenants; null: all. */
  readonly tenants: readonly string[] | null;
  /** Where a stream begins that has never run. */
  readonly from: 'now' | 'beginning';
}

export const securityStreamSettings = {
  securityStreamsFile: filePath({
    variable: 'AVOW_SECURITY_STREAMS_FILE',
    meaning:
      'The file in JSON that names where administrative events and findings of guardrails are sent, as OCSF or ECS, by syslog over TLS, by HTTPS or into a file. `avow streams test NAME` tries one of them.',
  }),
};
