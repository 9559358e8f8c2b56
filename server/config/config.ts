import { join, resolve } from 'node:path';
import { isPublicAddress } from '../../src/domain/private-address';
import { err, ok, type Result } from '../../src/domain/result';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/domain/time';
import { isLoopbackBind, isPrivateBind } from './networks';
import {
  type DatabaseAddress,
  SETTINGS,
  type SettingName,
  type SettingValues,
  variableOf,
} from './settings';

export type LogLevel = SettingValues['log-level'];
/** The way to check that the address of an app is public. */
export type ClientUriLookup = 'resolve' | 'syntax';

export type Database =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

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

/** The configuration of the server. Sizes are in bytes. */
export type Config = Readonly<ReturnType<typeof configOf>>;

function configOf(values: SettingValues) {
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
    /** Absolute. */
    dataDir,
    /** The folder for parts of request bodies that are too large for memory. */
    uploadDir: join(dataDir, 'uploads'),
    database: databaseOf(values.database, dataDir),
    /** Without a slash at the end of its path; null to use the address of each request. */
    baseUrl,
    trustedProxies: values['trusted-proxy'],
    hasPasswordSignIn: isOn(values['password-sign-in'], isPrivate),
    hasMetrics: isOn(values.metrics, isPrivate),
    clientUriLookup: lookup === 'auto' ? lookupFor(host) : lookup,
    /** null when the server sends no e-mail. */
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

const databaseOf = (database: DatabaseAddress, dataDir: string): Database =>
  database.kind === 'postgres'
    ? database
    : { kind: 'sqlite', file: resolve(database.file ?? join(dataDir, 'leafmark.db')) };

const lookupFor = (host: string): ClientUriLookup => (isLoopbackBind(host) ? 'syntax' : 'resolve');

const isOn = (choice: 'on' | 'off' | 'auto', isPrivate: boolean) =>
  choice === 'auto' ? isPrivate : choice === 'on';

const withoutPassword = (address: string) => address.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
