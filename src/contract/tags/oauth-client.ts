import * as z from 'zod/mini';
import type { OAuthError } from '../errors';
import { badFields, bodyMessages, type FormError, messages } from '../form/error-body';
import { choice, choices, type FormValue, form, type TextTest, text, texts } from '../form/field';
import { defaulted, required } from '../form/rules';
import { record } from '../schema/record';
import { list, text as textOrEmpty } from '../schema/tolerant';
import { isAllowedRedirect } from './redirect-uri';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const CODE_GRANT = 'authorization_code';
export const GRANT_TYPES = [CODE_GRANT, DEVICE_GRANT] as const;

/** A client is valid for one sign-in, which must be completed in this time (spec section 8). */
export const CLIENT_LIFETIME_MS = 10 * 60 * 1000;
export const MAX_LOGO_LENGTH = 8192; // spec section 8
// protocol.md section 4.2
const MAX_CLIENT_NAME_LENGTH = 128;
const MAX_CLIENT_URI_LENGTH = 256;
const MAX_SOFTWARE_ID_LENGTH = 128;
const MAX_SOFTWARE_VERSION_LENGTH = 64;
export const MAX_REDIRECT_URI_LENGTH = 256;
/** Redirect addresses of one app, which has one for each system that it runs on. */
const MAX_REDIRECT_URIS = 20;

/** An https address with a host. The server checks whether it is public. */
const clientUri: TextTest = {
  accepts: (uri) => /^https:\/\/[^/?#]/i.test(uri) && URL.canParse(uri),
  message: 'invalid client URI',
  format: 'uri',
};

/** The signature of a PNG and the start of its header, in base64. */
const PNG_START = 'iVBORw0KGgoAAAANSUhEUg';
// Allows the padding of base64, which the pattern of spec 2.3 lacks but most encoders write.
const PNG_ADDRESS = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const pngAddress: TextTest = {
  accepts: (uri) => uri === '' || PNG_ADDRESS.exec(uri)?.[1]?.startsWith(PNG_START) === true,
  message: messages.invalid,
};

/** The form that registers a client (spec 2.3). */
export const oauthClientCreate = form(() => ({
  client_name: required(text({ max: MAX_CLIENT_NAME_LENGTH })),
  client_uri: required(text({ max: MAX_CLIENT_URI_LENGTH, test: clientUri })),
  logo_uri: text({ max: MAX_LOGO_LENGTH, test: pngAddress }),
  software_id: required(text({ max: MAX_SOFTWARE_ID_LENGTH })),
  software_version: required(text({ max: MAX_SOFTWARE_VERSION_LENGTH })),
  redirect_uris: texts({
    max: MAX_REDIRECT_URI_LENGTH,
    maxItems: MAX_REDIRECT_URIS,
    test: { accepts: isAllowedRedirect, message: messages.invalidRedirect },
  }),
  grant_types: defaulted(choices(GRANT_TYPES), GRANT_TYPES),
  token_endpoint_auth_method: defaulted(choice(['none']), 'none'),
  response_types: defaulted(choices(['code']), ['code']),
}));

/** Redirect addresses are required for the code grant. */
export const oauthClientRules = (client: FormValue<typeof oauthClientCreate>) =>
  client.grant_types.includes(CODE_GRANT) && !client.redirect_uris?.length
    ? { redirect_uris: messages.required }
    : {};

/**
 * Returns the error for an invalid registration: redirect addresses first, then the first invalid
 * field (protocol.md section 4.2).
 */
export function clientError(form: FormError): OAuthError {
  const redirects = form.fields.redirect_uris?.errors;
  if (redirects?.length) {
    return { error: 'invalid_redirect_uri', error_description: redirects.join(', ') };
  }
  return { error: 'invalid_client_metadata', error_description: describe(form) };
}

/**
 * Returns the error for an invalid form on the other OAuth routes. A missing `scope` is an
 * `invalid_scope`.
 */
export function requestError(form: FormError): OAuthError {
  const [first] = badFields(form);
  const lacksScope = first?.field === 'scope' && first.message === messages.required;
  return {
    error: lacksScope ? 'invalid_scope' : 'invalid_request',
    error_description: describe(form),
  };
}

function describe(form: FormError): string {
  const [first] = badFields(form);
  if (first) return `error on field "${first.field}": ${first.message}`;
  return form.errors?.[0] ?? bodyMessages.unreadable;
}

/** A registered client (spec 2.4). The specification declares the last two fields as strings. */
export const OAuthClient = record(() => ({
  client_id: z.string(),
  client_name: textOrEmpty(),
  client_uri: textOrEmpty(),
  logo_uri: textOrEmpty(),
  redirect_uris: list(z.string()),
  software_id: textOrEmpty(),
  software_version: textOrEmpty(),
  token_endpoint_auth_method: textOrEmpty(),
  grant_types: list(z.string()),
  response_types: list(z.string()),
}));
export type OAuthClient = z.output<typeof OAuthClient>;
