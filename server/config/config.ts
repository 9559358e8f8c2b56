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
/** The way to check that the address of an app is public. */
export type ClientUriLookup = 'resolve' | 'syntax';

export type Database =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** The configuration of the server. Sizes are in bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** The folder for parts of request bodies that are too large for memory. */
  readonly uploadDir: string;
  readonly database: Database;
  /** Without a slash at the end of its path; null to use the address of each request. */
  readonly baseUrl: URL | null;
  readonly trustedProxies: Networks;
  readonly hasPasswordSignIn: boolean;
  readonly hasMetrics: boolean;
  readonly clientUriLookup: ClientUriLookup;
  /** null when the server sends no e-mail. */
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

/** Reads the configuration from flags and, after them, variables. Errors are one sentence each. */
export function readConfig(
  flags: WrittenSettings,
  variables: WrittenSettings,
): Result<Config, readonly string[]> {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    // Compose files pass missing variables as empty ones.
    const written = flags[name] ?? (variables[variableOf(name)] || setting.fallback);
    const value = setting.read(written);
    if (value === undefined) {
      const source = flags[name] === undefined ? variableOf(name) : `--${name}`;
      problems.push(`${source}: "${withoutPassword(written)}" is not ${setting.expected}`);
    }
    values[name as SettingName] = value;
  }
  // Without problems every value was read and has its type.
  return problems.length > 0 ? err(problems) : ok(configOf(values as SettingValues));
}

function configOf(values: SettingValues): Config {
  const { host } = values;
  const baseUrl = values['base-url'];
  const dataDir = resolve(values.data);
  // A proxy on this machine may serve the internet, so the base address counts too.
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

const isOn = (choice: 'on' | 'off' | 'auto', isPrivate: boolean) =>
  choice === 'auto' ? isPrivate : choice === 'on';

const withoutPassword = (address: string) => address.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
