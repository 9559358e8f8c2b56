// Service: the typed client of the service's API, derived from the contract, and signing in. It
// uses no browser API; those parts are injected. Answers are parsed, and expected errors are
// values.

export * from './account/account-status';
export * from './account/accounts';
export * from './account/code-flow';
export * from './account/credential';
export * from './account/device-flow';
export type { Check, Examination, Finding, FoundCheck, Outcome } from './account/doctor-results';
export { examine } from './account/examine';
export { type ExamineOptions, isCheckAddress } from './account/examine-write';
export * from './account/find-server';
export * from './account/permissions';
export * from './account/problem';
export * from './account/register-app';
export * from './account/server-address';
export * from './bookmarks/create-with-page';
export * from './http/client';
export * from './http/connection';
export * from './http/lists';

export { createSender, type Sender } from './http/send';
export * from './http/service-error';
export * from './sync/follow-events';
export * from './sync/read-sync-stream';
export * from './sync/sync-bookmarks';
