// Documentation: the documents generated from the contract, OpenAPI and docs/protocol.md. Only the
// server and scripts load it, never the extension.
export { api } from '../api';
export * from './json-schema';
export { buildOpenApi, type OpenApiOptions } from './openapi';
export { protocolPage } from './protocol-page';
