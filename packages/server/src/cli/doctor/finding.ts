import type { Config } from '../../config/load-config.ts';
import type { CommandContext } from '../command-context.ts';

export interface DoctorFinding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly detail: string;
}

export type Look = (config: Config, context: CommandContext) => Promise<Omit<DoctorFinding, 'check'>>;

export interface DoctorCheck {
  readonly check: string;
  readonly look: Look;
}

export const ok = (detail: string) => ({ state: 'ok', detail }) as const;
export const warning = (detail: string) => ({ state: 'warning', detail }) as const;
export const fault = (detail: string) => ({ state: 'fault', detail }) as const;
