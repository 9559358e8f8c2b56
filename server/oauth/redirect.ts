import type { OAuthErrorCode } from '../../src/contract';

/**
 * Adds `parameters` to the query of `redirectUri`, sorted by name as the service does (protocol.md
 * section 4.3). Empty values are left out.
 */
export function redirectTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  url.searchParams.sort();
  return url.href;
}

/** The redirect after a failed sign-in, with the app's own `state`. */
export const redirectWithError = (
  redirectUri: string,
  error: OAuthErrorCode,
  description: string,
  state: string,
): string => redirectTo(redirectUri, { error, error_description: description, state });

/**
 * The source for `form-action` that allows a form to be answered with a redirect to `redirectUri`:
 * browsers check redirects against `form-action` too.
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
}
