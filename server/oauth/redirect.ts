import type { OAuthErrorCode } from '../../src/contract';

/**
 * `redirectUri` with `parameters` added to its own query, sorted by name as the service does
 * (protocol.md section 4.3). Empty ones are left out.
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

/** Where a person is sent when the sign-in failed; `state` goes back as it came. */
export const redirectWithError = (
  redirectUri: string,
  error: OAuthErrorCode,
  description: string,
  state: string,
): string => redirectTo(redirectUri, { error, error_description: description, state });

/**
 * What a policy must name so that a form of ours may be answered with a redirect there: browsers
 * hold redirects to `form-action` too.
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
}
