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
      const shown = setting.isSecret ? 'its value' : `"${withoutPassword(written)}"`;
      problems.push(`${source}: ${shown} is not ${setting.expected}`);
    }
    values[name as SettingName] = value;
  }
  if (problems.length > 0) return err(problems);
  // Every value was read and has its type.
  const config = configOf(values as SettingValues);
  const contradictions = contradictionsIn(config, values as SettingValues);
  return contradictions.length > 0 ? err(contradictions) : ok(config);
}

/** Settings of which one needs the other. */
function contradictionsIn(
  { hasPasswords, oidc, userHeader, baseUrl }: Config,
  values: SettingValues,
): readonly string[] {
  const secrets = [values['oidc-client-secret'], values['oidc-client-secret-file']];
  return Object.entries({
    'oidc-issuer: it needs --oidc-client-id': oidc !== null && oidc.clientId === '',
    'oidc-issuer: it needs --base-url, to which the provider sends people back':
      oidc !== null && baseUrl === null,
    'oidc-client-secret-file: the secret is given twice': secrets.every((secret) => secret !== ''),
    'user-header: it needs --user-header-from, and the other way round':
      (values['user-header'] === '') !== (values['user-header-from'] === null),
    'passwords: without them, people need --oidc-issuer or --user-header to sign in':
      !hasPasswords && oidc === null && userHeader === null,
  }).flatMap(([text, isWrong]) => (isWrong ? [`--${text}`] : []));
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
    /** False if nobody may sign in with a password, neither on a page nor in an app. */
    hasPasswords: values.passwords === 'on',
    hasPasswordSignIn: values.passwords === 'on' && isOn(values['password-sign-in'], isPrivate),
    /** null without a provider of OpenID Connect. */
    oidc: values['oidc-issuer'] && {
      issuer: values['oidc-issuer'],
      clientId: values['oidc-client-id'],
      /** Empty for a client without one. */
      clientSecret: values['oidc-client-secret'] || values['oidc-client-secret-file'],
      name: values['oidc-name'] || values['oidc-issuer'].host,
      scopes: values['oidc-scopes'],
      usernameClaim: values['oidc-username-claim'],
      groupsClaim: values['oidc-groups-claim'],
    },
    /** null without a proxy that signs people in. */
    userHeader: values['user-header-from'] && {
      name: values['user-header'],
      groupsName: values['groups-header'],
      from: values['user-header-from'],
      signOut: values['proxy-sign-out'],
    },
    /** The rules for people who sign in elsewhere. */
    singleSignOn: {
      canSignUp: values['sso-sign-up'] === 'on',
      linksByName: values['sso-link'] === 'name',
      /** Empty if everybody may sign in. */
      groups: values['sso-groups'],
      /** Empty if groups make no administrators. */
      adminGroups: values['sso-admin-groups'],
    },
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
