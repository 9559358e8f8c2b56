import type { LogLevel } from '../config/config';

/** The fields of a log line. They never contain a token or the address of a page. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes events, one JSON object a line. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;

const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Creates a log for events of `level` and above. `write` gets whole lines. */
export function createLog(level: LogLevel, write: (line: string) => void, now = Date.now): Log {
  const loudest = LOG_LEVELS.indexOf(level);
  const writer =
    (own: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(own) > loudest) return;
      const time = new Date(now()).toISOString();
      write(`${JSON.stringify({ time, level: own, event, ...fields })}\n`);
    };
  return {
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
  };
}

/** The log fields of an error: its origin, not the data that it was about. */
export function faultFields(fault: unknown): LogFields {
  if (!(fault instanceof Error)) return { fault: typeof fault };
  const cause = fault.cause instanceof Error ? fault.cause.message : undefined;
  return { fault: fault.name, message: fault.message, cause, stack: fault.stack };
}
