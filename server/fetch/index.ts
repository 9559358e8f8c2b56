// Fetching what others serve, without being led to where only this server can go.
export type { FetchError } from './fetch-error';
export {
  createSafeFetch,
  FETCH_LIMITS,
  type Fetched,
  type FetchLimits,
  type FetchOptions,
  type SafeFetch,
  type Spent,
} from './safe-fetch';
export { createServiceFetch, type ServiceFetch } from './service-fetch';
