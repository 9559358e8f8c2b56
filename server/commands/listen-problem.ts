import type { Config } from '../config/config';

type Place = Pick<Config, 'host' | 'port'>;

/** Reasons by the error codes of node (libuv). */
const REASONS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken. Choose another with --port.`,
  EACCES: ({ port }) =>
    `Port ${port} needs more rights than this account has. Choose one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another with --host.`,
  ENOTFOUND: ({ host }) => `The name ${host} is unknown. Choose another with --host.`,
};

/** Returns the reason why the server can't listen, as a sentence, or null for other errors. */
export function whyNotListening(fault: unknown, place: Place): string | null {
  if (!(fault instanceof Error && 'code' in fault)) return null;
  return REASONS[String(fault.code)]?.(place) ?? null;
}
