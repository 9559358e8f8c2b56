import { choice, flag, text } from '../form/field';
import { defaulted, required } from '../form/rules';
import { body, empty, media, route } from '../route/route';
import { described } from '../schema/record';
import { MAX_REDIRECT_URI_LENGTH } from './oauth-client';
import { MAX_CLIENT_ID_LENGTH, MAX_SCOPE_LENGTH, MAX_USER_CODE_LENGTH } from './oauth-token';

// protocol.md section 4.3
export const MAX_STATE_LENGTH = 64;
const MAX_CHALLENGE_LENGTH = 256;

/** The parameters of the consent page (spec section 4). */
export const authorizeParams = {
  client_id: described(required(text({ max: MAX_CLIENT_ID_LENGTH })), 'Id of the client.'),
  redirect_uri: described(
    required(text({ max: MAX_REDIRECT_URI_LENGTH })),
    'Exactly one of the registered addresses.',
  ),
  scope: described(required(text({ max: MAX_SCOPE_LENGTH })), 'Scopes, separated by spaces.'),
  state: described(
    text({ max: MAX_STATE_LENGTH, isVerbatim: true }),
    'Returned unchanged in the redirect.',
  ),
  code_challenge: described(
    required(text({ max: MAX_CHALLENGE_LENGTH })),
    'SHA-256 of the verifier, base64url without padding.',
  ),
  code_challenge_method: described(required(choice(['S256'])), 'Always `S256`.'),
};

const granted = {
  granted: described(defaulted(flag(), false), 'True if the person grants access.'),
};
const userCode = {
  user_code: described(text({ max: MAX_USER_CODE_LENGTH }), 'The code that the person enters.'),
};

const invalid = { status: 400, kind: 'oauth' } as const;
const PAGE = ['text/html'] as const;
const PAGE_BODIES = ['urlencoded'] as const;

/** The pages of a sign-in. A program opens them in a browser, where a person decides. */
export const oauthPages = {
  /** All errors are shown on the page: nobody is redirected before they decide. */
  authorize: route({
    summary: 'Shows the page where a person grants or denies access.',
    notes: [
      'A person who is not signed in is redirected to the sign-in page (303).',
      'Errors are pages, also an unknown scope. Clients that do not accept HTML get a 400: `message` for an unknown redirect address, otherwise `oauthError`.',
      'Nobody is redirected before they decide. If an error concerns the app, the page links to its redirect address with `error`, `error_description` and `state`.',
    ],
    method: 'GET',
    path: '/authorize',
    tag: 'oauth',
    access: 'session',
    query: authorizeParams,
    invalid,
    answers: { 200: media(PAGE), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'] },
  }),
  decide: route({
    summary: 'Grants or denies access, and redirects.',
    notes: [
      'If the scheme of the redirect address is a word that no known app has, the response is a page (200) with a link to it instead of the redirect.',
      'Granted: `code` and `state`. Denied: `error=access_denied`, `error_description` and `state`.',
      'The query of the redirect address is kept.',
    ],
    method: 'POST',
    path: '/authorize',
    tag: 'oauth',
    access: 'session',
    query: { ...authorizeParams, ...granted },
    body: body({ ...authorizeParams, ...granted }, { types: PAGE_BODIES }),
    invalid,
    answers: { 200: media(PAGE), 302: empty(['Location']), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'], 403: 'message' },
  }),
  devicePage: route({
    summary: 'Shows the page where a person enters the code of a device.',
    method: 'GET',
    path: '/device',
    tag: 'oauth',
    access: 'session',
    query: userCode,
    answers: { 200: media(PAGE, ['Refresh']), 303: empty(['Location']) },
    errors: { 400: 'message', 422: [], 429: 'message' },
  }),
  decideDevice: route({
    summary: 'Grants or denies access to a device.',
    notes: ['The code may be in any case, with or without dashes.'],
    method: 'POST',
    path: '/device',
    tag: 'oauth',
    access: 'session',
    query: userCode,
    body: body({ ...userCode, ...granted }, { types: PAGE_BODIES }),
    answers: { 303: empty(['Location']) },
    errors: { 400: 'message', 403: 'message', 422: [], 429: 'message' },
  }),
};
