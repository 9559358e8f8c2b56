import { join, resolve } from 'node:path';
import {
  DAY_MS,
  err,
  HOUR_MS,
  isPublicAddress,
  ok,
  type Result,
  SECOND_MS,
} from '../../src/domain';
import { isLoopbackBind, isPrivateBind, type Networks } from './networks';
import { SETTINGS, type SettingName, type SettingValues, variableOf } from './settings';

export type LogLevel = SettingValues['log-level'];
/** How the address of an app is held to be public. */
export type ClientUriLookup = 'resolve' | 'syntax';

export type Database =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** How this server runs. Sizes are in bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Where what is too large for memory is kept while it comes. */
  readonly uploadDir: string;
  readonly database: Database;
  /** Without a slash at the end of its path; null: what each request came to. */
  readonly baseUrl: URL | null;
  readonly trustedProxies: Networks;
  readonly hasPasswordSignIn: boolean;
  readonly hasMetrics: boolean;
  readonly clientUriLookup: ClientUriLookup;
  /** null: no e-mails. */
  readonly mail: { readonly server: URL; readonly from: string } | null;
  readonly allowedNetworks: Networks;
  readonly maxPageBytes: number;
  readonly maxImportBytes: number;
  readonly maxFormBytes: number;
  readonly deletionDelayMs: number;
  readonly shareLifetimeMs: number;
  readonly sessionLifetimeMs: number;
  readonly logLevel: LogLevel;
}

const SESSION_LIFETIME_MS = 30 * DAY_MS;

export type WrittenSettings = Readonly<Record<string, string | undefined>>;

/** The configuration that flags and, behind them, variables make; or a sentence for each bad one. */
export function readConfig(
  flags: WrittenSettings,
  variables: WrittenSettings,
): Result<Config, readonly string[]> {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    // An empty variable is how a compose file leaves one out.
    const written = flags[name] ?? (variables[variableOf(name)] || setting.fallback);
    const value = setting.read(written);
    if (value === undefined) {
      const source = flags[name] === undefined ? variableOf(name) : `--${name}`;
      problems.push(`${source}: "${withoutPassword(written)}" is not ${setting.expected}`);
    }
    values[name as SettingName] = value;
  }
  // Each is there and of its own type: what could not be read is among the problems.
  return problems.length > 0 ? err(problems) : ok(configOf(values as SettingValues));
}

function configOf(values: SettingValues): Config {
  const { host } = values;
  const baseUrl = values['base-url'];
  const dataDir = resolve(values.data);
  // A proxy on this very machine may serve the whole internet: the address that people use tells.
  const isPrivate = isPrivateBind(host) && (baseUrl === null || !isPublicAddress(baseUrl.href));
  const lookup = values['client-uri-lookup'];
  const server = values['mail-server'];
  return {
    host,
    port: values.port,
    dataDir,
    uploadDir: join(dataDir, 'uploads'),
    database:
      values.database.kind === 'postgres'
        ? values.database
        : { kind: 'sqlite', file: resolve(values.database.file ?? join(dataDir, 'leafmark.db')) },
    baseUrl,
    trustedProxies: values['trusted-proxy'],
    hasPasswordSignIn: isOn(values['password-sign-in'], isPrivate),
    hasMetrics: isOn(values.metrics, isPrivate),
    clientUriLookup: lookup === 'auto' ? (isLoopbackBind(host) ? 'syntax' : 'resolve') : lookup,
    mail: server && { server, from: values['mail-from'] },
    allowedNetworks: values['allowed-networks'],
    maxPageBytes: values['max-page-size'],
    maxImportBytes: values['max-import-size'],
    maxFormBytes: values['max-form-size'],
    deletionDelayMs: values['deletion-delay'] * SECOND_MS,
    shareLifetimeMs: values['share-lifetime'] * HOUR_MS,
    sessionLifetimeMs: SESSION_LIFETIME_MS,
    logLevel: values['log-level'],
  };
}

const isOn = (asked: 'on' | 'off' | 'auto', isPrivate: boolean) =>
  asked === 'auto' ? isPrivate : asked === 'on';

const withoutPassword = (address: string) => address.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
