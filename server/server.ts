import type { UnixMs } from '../src/domain/time';
import type { ArticleWork } from './articles/article-work';
import type { Config } from './config/config';
import type { ResolveHost } from './config/networks';
import type { Log } from './ops/log';
import type { Metrics } from './ops/metrics';
import type { Processes } from './processes/process-pool';
import type { Storage } from './storage';
import type { Tasks } from './tasks';
import type { WebApp } from './web/web-app';

/** The services that all parts of the server use. Tests replace `now` and the two resolvers. */
export interface Server {
  readonly config: Config;
  readonly storage: Storage;
  readonly now: () => UnixMs;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly resolveHost: ResolveHost;
  /** Resolves names of the internet, in a limited time. */
  readonly resolvePublicHost: ResolveHost;
  readonly processes: Processes<Tasks>;
  /** Work on stored articles. `processes` do it, except for small articles. */
  readonly articleWork: ArticleWork;
  /** Aborted when the server stops. Endless streams end then. */
  readonly stopping: AbortSignal;
  /** null if it is not built. Then the address of the server leads to the profile. */
  readonly webApp: WebApp | null;
  /** The full version, for `GET /api/info`. */
  readonly version: string;
}
