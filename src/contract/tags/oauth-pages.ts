import { choice, flag, form, text } from '../form/field';
import { defaulted, required } from '../form/rules';
import { body, empty, media, route } from '../route/route';
import { MAX_REDIRECT_URI_LENGTH } from './oauth-client';
import { MAX_CLIENT_ID_LENGTH, MAX_SCOPE_LENGTH, MAX_USER_CODE_LENGTH } from './oauth-token';

// protocol.md section 4.3
export const MAX_STATE_LENGTH = 64;
const MAX_CHALLENGE_LENGTH = 256;

/** The parameters of the consent page (spec section 4). */
export const authorizeParams = form(() => ({
  client_id: required(text({ max: MAX_CLIENT_ID_LENGTH })),
  redirect_uri: required(text({ max: MAX_REDIRECT_URI_LENGTH })),
  scope: required(text({ max: MAX_SCOPE_LENGTH })),
  state: text({ max: MAX_STATE_LENGTH, isVerbatim: true }),
  code_challenge: required(text({ max: MAX_CHALLENGE_LENGTH })),
  code_challenge_method: required(choice(['S256'])),
}));

const granted = form(() => ({
  granted: defaulted(flag(), false),
}));
const userCode = form(() => ({
  user_code: text({ max: MAX_USER_CODE_LENGTH }),
}));

const invalid = { status: 400, kind: 'oauth' } as const;
const HTML_PAGE = ['text/html'] as const;
const PAGE_BODIES = ['urlencoded'] as const;

/** The pages of a sign-in. A program opens them in a browser, where a person decides. */
export const oauthPages = {
  /** All errors are shown on the page: nobody is redirected before they decide. */
  authorize: route('GET', '/authorize', {
    access: 'session',
    query: authorizeParams,
    invalid,
    answers: { 200: media(HTML_PAGE), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'] },
  }),
  decide: route('POST', '/authorize', {
    access: 'session',
    query: form(() => ({ ...authorizeParams.fields, ...granted.fields })),
    body: body(
      form(() => ({ ...authorizeParams.fields, ...granted.fields })),
      { types: PAGE_BODIES },
    ),
    invalid,
    answers: { 200: media(HTML_PAGE), 302: empty(['Location']), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'], 403: 'message' },
  }),
  devicePage: route('GET', '/device', {
    access: 'session',
    query: userCode,
    answers: { 200: media(HTML_PAGE, ['Refresh']), 303: empty(['Location']) },
    errors: { 400: 'message', 422: [], 429: 'message' },
  }),
  decideDevice: route('POST', '/device', {
    access: 'session',
    query: userCode,
    body: body(
      form(() => ({ ...userCode.fields, ...granted.fields })),
      { types: PAGE_BODIES },
    ),
    answers: { 303: empty(['Location']) },
    errors: { 400: 'message', 403: 'message', 422: [], 429: 'message' },
  }),
};
