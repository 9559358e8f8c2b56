// The documents made from the contract: OpenAPI and docs/protocol.md. For the server and scripts;
// the extension must not load it.
export { api } from '../api';
export * from './json-schema';
export { buildOpenApi, type OpenApiOptions } from './openapi';
export { protocolPage } from './protocol-page';
