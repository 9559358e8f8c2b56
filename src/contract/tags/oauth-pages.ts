import { choice, flag, text } from '../form/field';
import { defaulted, required } from '../form/rules';
import { body, empty, media, route } from '../route/route';
import { described } from '../schema/record';
import { MAX_REDIRECT_URI_LENGTH } from './oauth-client';
import { MAX_CLIENT_ID_LENGTH, MAX_SCOPE_LENGTH, MAX_USER_CODE_LENGTH } from './oauth-token';

// protocol.md section 4.3
export const MAX_STATE_LENGTH = 64;
export const MAX_CHALLENGE_LENGTH = 256;

/** The parameters of the consent page (spec section 4). */
export const authorizeParams = {
  client_id: described(required(text({ max: MAX_CLIENT_ID_LENGTH })), 'Id of the client.'),
  redirect_uri: described(
    required(text({ max: MAX_REDIRECT_URI_LENGTH })),
    'One of those that were registered, exactly.',
  ),
  scope: described(required(text({ max: MAX_SCOPE_LENGTH })), 'Scopes, separated by blanks.'),
  state: described(
    text({ max: MAX_STATE_LENGTH, isVerbatim: true }),
    'Comes back unchanged in the redirect.',
  ),
  code_challenge: described(
    required(text({ max: MAX_CHALLENGE_LENGTH })),
    'SHA-256 of the verifier, base64url without padding.',
  ),
  code_challenge_method: described(required(choice(['S256'])), 'Always `S256`.'),
};

const granted = { granted: described(defaulted(flag(), false), 'Whether the person agrees.') };
const userCode = {
  user_code: described(text({ max: MAX_USER_CODE_LENGTH }), 'What the person enters.'),
};

const invalid = { status: 400, kind: 'oauth' } as const;
const PAGE = ['text/html'] as const;
const PAGE_BODIES = ['urlencoded'] as const;

/** The pages of a sign-in: a program opens them in a browser, where a person answers. */
export const oauthPages = {
  /** The consent page. Whatever is wrong is shown: nobody is sent anywhere before they decided. */
  authorize: route({
    summary: 'The page on which a person grants or denies access.',
    notes: [
      'Whoever is not signed in is sent to the sign-in page first (303).',
      'Every error is a page or, for whoever does not accept HTML, a 400: an unknown redirect address as `message`, everything else as `oauthError`.',
      'Nobody is redirected before they decided. For an error that concerns the app the page has a link to its redirect address, with `error`, `error_description` and `state`.',
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
      'Granted: `code` and `state`. Denied: `error=access_denied`, `error_description` and `state`.',
      'The redirect address keeps its own query.',
    ],
    method: 'POST',
    path: '/authorize',
    tag: 'oauth',
    access: 'session',
    query: { ...authorizeParams, ...granted },
    body: body({ ...authorizeParams, ...granted }, { types: PAGE_BODIES }),
    invalid,
    answers: { 302: empty(['Location']), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'], 403: 'message' },
  }),
  /** The page where a person types the code that their device shows. */
  devicePage: route({
    summary: 'The page where a person enters the code that a device shows.',
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
    notes: ['The code is taken in any case, with or without dashes.'],
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
