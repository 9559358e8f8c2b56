// Service: the client of the service's API, derived from the contract, and signing in to it. No
// browser API: what only the browser can do is handed in. Answers are parsed, errors are values.
export * from './client';
export * from './conditions';
export * from './connection';
export * from './errors/meaning';
export * from './errors/service-error';
export { createSender, type Sender } from './http/send';
export * from './pages';
