/** What a 401 asks for when a token was sent and is not good (protocol.md section 1). */
export const BEARER_CHALLENGE = 'Bearer realm="Bearer token"';
/** Sent before it when there was no credential at all. */
export const BASIC_CHALLENGE = 'Basic realm="Leafmark"';

/**
 * The token in an `Authorization` header: after `Bearer`, or the password of `Basic`, whose user
 * name does not matter. null when there is none.
 */
export function readCredential(authorization: string | null | undefined): string | null {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return passwordOf(value);
    default:
      return null;
  }
}

function passwordOf(base64: string): string | null {
  try {
    const pair = atob(base64);
    const colon = pair.indexOf(':');
    return colon < 0 || colon === pair.length - 1 ? null : pair.slice(colon + 1);
  } catch {
    return null; // Not base64: as good as no credential.
  }
}
