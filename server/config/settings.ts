import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isPublicAddress } from '../../src/domain/private-address';
import { type Networks, parseNetworks } from './networks';

const MEGABYTE = 1024 * 1024;
const SIZE_UNITS: Readonly<Record<string, number>> = { '': 1, kb: 1024, mb: MEGABYTE };
const SIZE_SETTING = /^(\d{1,9})\s*(kb|mb|)$/i;

/** The declaration of a setting. */
export interface Setting<T> {
  /** The placeholder of its value in the help. */
  readonly placeholder: string;
  readonly help: string;
  readonly fallback: string;
  /** Describes a valid value, to follow "is not". */
  readonly expected: string;
  /** Parses a value. Returns undefined when it is invalid. */
  readonly read: (text: string) => T | undefined;
  /** True for a value that other accounts of the machine must not see, so it is no flag. */
  readonly isSecret?: boolean;
}

const setting = <T>(declared: Setting<T>): Setting<T> => declared;

/** Creates a reader from a schema. */
const bySchema =
  <T>(schema: z.ZodMiniType<T>) =>
  (text: string): T | undefined => {
    const read = schema.safeParse(text);
    return read.success ? read.data : undefined;
  };

const oneOf = <const T extends readonly string[]>(words: T) => bySchema(z.enum(words));

const wholeNumber = (max: number) =>
  bySchema(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
      z.int().check(z.maximum(max)),
    ),
  );

function readSize(text: string): number | undefined {
  const [, digits, unit = ''] = SIZE_SETTING.exec(text.trim()) ?? [];
  const size = Number(digits) * (SIZE_UNITS[unit.toLowerCase()] ?? Number.NaN);
  return Number.isNaN(size) || size === 0 ? undefined : size;
}

/** Parses a web address without query and fragment, and removes the slash at the end of its path. */
function readBaseUrl(text: string): URL | null | undefined {
  if (text === '') return null;
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
  url.pathname = url.pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  return url;
}

function readWebAddress(text: string): URL | null | undefined {
  if (text === '') return null;
  return /^https?:\/\/[^/]/i.test(text) ? (URL.parse(text) ?? undefined) : undefined;
}

function readMailServer(text: string): URL | null | undefined {
  if (text === '') return null;
  return /^smtps?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

export type DatabaseAddress =
  | { readonly kind: 'postgres'; readonly url: string }
  /** null for the file `leafmark.db` in the data folder. */
  | { readonly kind: 'sqlite'; readonly file: string | null };

function readDatabase(text: string): DatabaseAddress | undefined {
  if (/^postgres(ql)?:\/\//i.test(text)) {
    return URL.canParse(text) ? { kind: 'postgres', url: text } : undefined;
  }
  if (text === 'sqlite') return { kind: 'sqlite', file: null };
  const file = /^sqlite:(.+)$/.exec(text)?.[1];
  return file === undefined ? undefined : { kind: 'sqlite', file };
}

const readNetworks = (text: string): Networks | undefined =>
  parseNetworks(text.split(/[\s,]+/).filter(Boolean)) ?? undefined;

const networks = (help: string) =>
  setting({
    placeholder: 'NETWORKS',
    help,
    fallback: '',
    expected: 'a list of addresses or networks, such as 10.0.0.0/8,fd00::/8',
    read: readNetworks,
  });

const size = (fallback: string, help: string) =>
  setting({
    placeholder: 'SIZE',
    help,
    fallback,
    expected: 'a size, such as 50MB',
    read: readSize,
  });

const switched = (help: string) =>
  setting({
    placeholder: 'on|off|auto',
    help: `${help}; auto: on when the server is reached from private addresses only`,
    fallback: 'auto',
    expected: 'on, off or auto',
    read: oneOf(['on', 'off', 'auto']),
  });

/**
 * Parses the address of a provider. Without TLS anybody on the way could sign in as anybody, so that is
 * only for a provider in the same network.
 */
function readIssuer(text: string): URL | null | undefined {
  if (text === '') return null;
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
  return url.protocol === 'http:' && isPublicAddress(url.href) ? undefined : url;
}

const MAX_SECRET_LENGTH = 4096;

const readSecret = (text: string): string | undefined =>
  text.length <= MAX_SECRET_LENGTH ? text.trim() : undefined;

function readSecretFile(path: string): string | undefined {
  if (path === '') return '';
  try {
    return readSecret(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined; // The problem names the file.
  }
}

/** Parses names that commas divide. */
const readNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const names = (help: string, fallback = '') =>
  setting({ placeholder: 'NAMES', help, fallback, expected: 'a list of names', read: readNames });

const plainText = (placeholder: string, help: string, fallback = '') =>
  setting({
    placeholder,
    help,
    fallback,
    expected: 'a text of at most 200 characters',
    read: bySchema(z.string().check(z.maxLength(200))),
  });

const headerName = (help: string, fallback: string) =>
  setting({
    placeholder: 'NAME',
    help,
    fallback,
    expected: 'the name of a header, such as Remote-User',
    read: (text) => (/^[\w-]{0,100}$/.test(text) ? text.toLowerCase() : undefined),
  });

const onOff = (help: string, fallback: 'on' | 'off') =>
  setting({
    placeholder: 'on|off',
    help,
    fallback,
    expected: 'on or off',
    read: oneOf(['on', 'off']),
  });

/** All settings of the server by flag. The variable is `LEAFMARK_` and the flag in capitals. */
export const SETTINGS = {
  host: setting({
    placeholder: 'HOST',
    help: 'address to listen on',
    fallback: '127.0.0.1',
    expected: 'an address',
    read: bySchema(z.string().check(z.minLength(1), z.regex(/^[^\s/]+$/))),
  }),
  port: setting({
    placeholder: 'N',
    help: 'port to listen on; 0 takes any that is free',
    fallback: '8000',
    expected: 'a port from 0 to 65535',
    read: wholeNumber(65_535),
  }),
  data: setting({
    placeholder: 'DIR',
    help: 'folder of the database and of what is being uploaded',
    fallback: 'data',
    expected: 'a folder',
    read: bySchema(z.string().check(z.minLength(1))),
  }),
  database: setting({
    placeholder: 'ADDRESS',
    help: 'sqlite, sqlite:FILE or postgres://…',
    fallback: 'sqlite',
    expected: 'sqlite, sqlite:FILE or postgres://…',
    read: readDatabase,
  }),
  'base-url': setting({
    placeholder: 'URL',
    help: 'address that people and apps use, with its path if it has one; without it, that of each request, and on a private address only names of this machine or its network',
    fallback: '',
    expected: 'an http or https address without query, such as https://example.org/leafmark',
    read: readBaseUrl,
  }),
  'trusted-proxy': networks('proxies whose X-Forwarded-For, -Proto and -Host are trusted'),
  'password-sign-in': switched('whether apps may sign in with a password (POST /api/auth)'),
  passwords: onOff('whether people may sign in with a password at all', 'on'),
  'oidc-issuer': setting({
    placeholder: 'URL',
    help: 'provider of OpenID Connect where people may sign in',
    fallback: '',
    expected: 'an https address without query, or an http address of a private network',
    read: readIssuer,
  }),
  'oidc-client-id': plainText('ID', 'name of this server at the provider'),
  'oidc-client-secret': setting({
    placeholder: '',
    help: 'secret of this server at the provider',
    fallback: '',
    expected: 'a text of at most 4,096 characters',
    read: readSecret,
    isSecret: true,
  }),
  'oidc-client-secret-file': setting({
    placeholder: 'FILE',
    help: 'file with that secret',
    fallback: '',
    expected: 'a file with a secret',
    read: readSecretFile,
  }),
  'oidc-name': plainText('NAME', 'what people call the provider; without it, its host'),
  'oidc-scopes': plainText('SCOPES', 'what is asked of the provider', 'openid profile email'),
  'oidc-username-claim': plainText('CLAIM', 'claim with the user name', 'preferred_username'),
  'oidc-groups-claim': plainText('CLAIM', 'claim with the groups', 'groups'),
  'user-header': headerName(
    'header in which a proxy says who has signed in, such as Remote-User',
    '',
  ),
  'user-header-from': setting({
    ...networks('proxies whose user header is believed, and nobody else’s'),
    read: (text) => (text === '' ? null : readNetworks(text)),
  }),
  'groups-header': headerName('header in which it says their groups', 'Remote-Groups'),
  'proxy-sign-out': setting({
    placeholder: 'URL',
    help: 'address where that proxy signs people out',
    fallback: '',
    expected: 'an http or https address',
    read: readWebAddress,
  }),
  'sso-sign-up': onOff('whether people who sign in elsewhere get a new account', 'off'),
  'sso-link': setting({
    placeholder: 'off|name',
    help: 'name: who signs in elsewhere for the first time gets the account of the same name',
    fallback: 'off',
    expected: 'off or name',
    read: oneOf(['off', 'name']),
  }),
  'sso-groups': names('groups that may sign in from elsewhere; without it, everybody may'),
  'sso-admin-groups': names('groups whose members are administrators, and nobody else then'),
  'client-uri-lookup': setting({
    placeholder: 'resolve|syntax|auto',
    help: 'how the address of an app is held to be public: by looking its name up, or as written; auto: syntax on loopback',
    fallback: 'auto',
    expected: 'resolve, syntax or auto',
    read: oneOf(['resolve', 'syntax', 'auto']),
  }),
  metrics: switched('whether /metrics answers'),
  'mail-server': setting({
    placeholder: 'URL',
    help: 'smtp://user:password@host:port or smtps://…; without it no e-mail is sent',
    fallback: '',
    expected: 'an smtp or smtps address',
    read: readMailServer,
  }),
  'mail-from': setting({
    placeholder: 'ADDRESS',
    help: 'sender of e-mails',
    fallback: 'leafmark@localhost',
    expected: 'an e-mail address',
    read: bySchema(z.string().check(z.regex(/@[^\s@]+$/))),
  }),
  'allowed-networks': networks('private networks whose pages may be fetched all the same'),
  'max-page-size': size('128MB', 'largest page with its resources that is taken'),
  'max-import-size': size('100MB', 'largest file that is imported'),
  'max-form-size': size('8MB', 'largest body of anything else, and of a page in JSON'),
  'deletion-delay': setting({
    placeholder: 'SECONDS',
    help: 'how long a scheduled deletion can be taken back',
    fallback: '20',
    expected: 'a number of seconds',
    read: wholeNumber(86_400),
  }),
  'share-lifetime': setting({
    placeholder: 'HOURS',
    help: 'how long a share link is good',
    fallback: '24',
    expected: 'a number of hours up to a year',
    read: wholeNumber(8760),
  }),
  'log-level': setting({
    placeholder: 'LEVEL',
    help: 'error, warn, info or debug',
    fallback: 'info',
    expected: 'error, warn, info or debug',
    read: oneOf(['error', 'warn', 'info', 'debug']),
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = {
  readonly [Name in SettingName]: Exclude<ReturnType<(typeof SETTINGS)[Name]['read']>, undefined>;
};

/** Returns the environment variable of a setting: `LEAFMARK_BASE_URL` for `base-url`. */
export const variableOf = (name: string): string =>
  `LEAFMARK_${name.replaceAll('-', '_').toUpperCase()}`;
