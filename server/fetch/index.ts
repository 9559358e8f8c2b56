// Fetching from the internet without access to private networks (docs/decisions/server-fetch.md).
export type { FetchError } from './fetch-error';
export {
  createSafeFetch,
  FETCH_LIMITS,
  type Fetched,
  type FetchLimits,
  type FetchOptions,
  type FetchUsage,
  type SafeFetch,
} from './safe-fetch';
export { createServiceFetch, type ServiceFetch } from './service-fetch';
