import { type AuthorizationServer, GRANT_TYPES, SCOPES } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';

/** The metadata of the authorization server (RFC 8414, protocol.md section 1). */
export const metadataOf = (base: BaseAddress): AuthorizationServer => ({
  issuer: base.url('/'),
  authorization_endpoint: base.url('/authorize'),
  token_endpoint: base.url('/api/oauth/token'),
  device_authorization_endpoint: base.url('/api/oauth/device'),
  registration_endpoint: base.url('/api/oauth/client'),
  revocation_endpoint: base.url('/api/oauth/revoke'),
  grant_types_supported: [...GRANT_TYPES],
  response_types_supported: ['code'],
  scopes_supported: SCOPES.toSorted(),
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'bearer'],
});
