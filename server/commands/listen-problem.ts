import type { Config } from '../config/config';

type Place = Pick<Config, 'host' | 'port'>;

/** By the codes of node's errors (libuv's). */
const REASONS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken. Choose another with --port.`,
  EACCES: ({ port }) => `Port ${port} may not be used by this account. Choose one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another with --host.`,
  ENOTFOUND: ({ host }) => `Nothing has the name ${host}. Choose another with --host.`,
};

/** Why a server can't listen, for whoever started it; null when `fault` is about something else. */
export function whyNotListening(fault: unknown, place: Place): string | null {
  if (!(fault instanceof Error && 'code' in fault)) return null;
  return REASONS[String(fault.code)]?.(place) ?? null;
}
