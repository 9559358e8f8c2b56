import { createPrivateKey, createSign, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider, { type Context } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

export const CLIENT_ID = 'leafmark';
export const CLIENT_SECRET = 'the secret of leafmark at the provider';

/** The claims about a person besides the subject, which is the name that they type. */
export type Person = Readonly<Record<string, unknown>>;

type Part = Record<string, unknown>;

/** The changes of a token, which is signed again. undefined removes a part. */
interface Forged {
  readonly header?: Part;
  readonly claims?: Part;
}

/** A provider of OpenID Connect on this machine. */
export interface TestProvider {
  readonly issuer: string;
  /** The people by what they type to sign in. */
  readonly people: Record<string, Person>;
  /** The paths that were requested. */
  readonly requests: string[];
  /** Set to change the tokens that the provider gives. */
  forge: Forged | null;
  close(): Promise<void>;
}

/** Starts a provider at which the server at `base` is registered. */
export async function startProvider(base: string): Promise<TestProvider> {
  const people: Record<string, Person> = {};
  const requests: string[] = [];
  const http = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', issuer).pathname);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
  const provider = new OidcProvider(
    issuer,
    configurationOf(base, people, jwk, (grant) => new provider.Grant(grant)),
  );
  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token' || test.forge === null) return;
    const body = context.body as Part;
    body.id_token = forged(String(body.id_token), jwk, test.forge);
  });
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (!request.url?.startsWith('/sign-in/')) return callback(request, response);
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'text/html').end(SIGN_IN_PAGE);
      return;
    }
    const accountId = new URLSearchParams(await textOf(request)).get('login') ?? '';
    const result = accountId === 'cancel' ? { error: 'access_denied' } : { login: { accountId } };
    return provider.interactionFinished(request, response, result);
  }

  const test: TestProvider = {
    issuer,
    people,
    requests,
    forge: null,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return test;
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>
  <form method="post"><label>Name <input name="login"></label><button>Go on</button></form></main>`;

const configurationOf = (
  base: string,
  people: Readonly<Record<string, Person>>,
  jwk: JsonWebKey,
  grantOf: (of: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  },
) => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${base}/login/provider/callback`],
      post_logout_redirect_uris: [`${base}/login`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  adapter: createMemoryAdapter(0),
  jwks: { keys: [jwk] },
  cookies: { keys: ['a key of the tests'] },
  scopes: ['openid', 'profile', 'email', 'groups'],
  claims: {
    openid: ['sub'],
    profile: ['preferred_username'],
    email: ['email', 'email_verified'],
    groups: ['groups'],
  },
  // Without them, the provider advises its operator.
  ttl: Object.fromEntries(
    ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map(
      (name) => [name, 600],
    ),
  ),
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      logoutSource: (context: Context, form: string) => {
        context.body = `<!doctype html><html lang="en"><title>Provider</title><main>
          <h1>Sign out</h1>${form}
          <button form="op.logoutForm" name="logout" value="yes">Yes</button></main>`;
      },
    },
  },
  interactions: { url: (_: Context, { uid }: { uid: string }) => `/sign-in/${uid}` },
  findAccount: (_: Context, id: string) => ({
    accountId: id,
    claims: async () => ({ ...people[id], sub: id }),
  }),
  // Nobody is asked for consent, as at providers of one's own.
  async loadExistingGrant({ oidc }: Context) {
    const grant = grantOf({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
    grant.addOIDCScope(oidc.params.scope);
    await grant.save();
    return grant;
  },
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const partOf = (text = ''): Part => JSON.parse(Buffer.from(text, 'base64url').toString());
const textOfPart = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token again after a change. One with the algorithm `none` has no signature. */
function forged(token: string, jwk: JsonWebKey, forge: Forged): string {
  const [header, claims] = token.split('.');
  const newHeader = { ...partOf(header), ...forge.header };
  const signed = `${textOfPart(newHeader)}.${textOfPart({ ...partOf(claims), ...forge.claims })}`;
  if (newHeader.alg === 'none') return `${signed}.`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** A browser at the provider, which keeps its cookies. */
export function providerVisitor() {
  const jar = new Map<string, string>();
  async function visit(address: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  }
  return {
    /** Signs in as `login` where `address` asks for it. Returns the address that leads back. */
    async signIn(address: string, login: string): Promise<URL> {
      const { origin } = new URL(address);
      let answer = await visit(address);
      for (let at = new URL(address); ; ) {
        const location = answer.headers.get('location');
        const next = location === null ? at : new URL(location, at);
        if (next.origin !== origin) return next;
        if (location === null && answer.status >= 400) throw new Error(await answer.text());
        answer = await visit(next.href, location === null ? { login } : undefined);
        at = next;
      }
    },
  };
}
