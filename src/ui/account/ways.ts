import type { ServerCard } from '../../service';

/** A way to sign in. */
export type Way = ServerCard['ways'][number];

/** After the one that the server is best signed in to with, the least work comes first. */
const BY_EASE: readonly Way[] = ['code', 'device', 'password', 'token'];

/** The ways of a server as they are shown: the one to begin with, then the others. */
export function orderWays([best, ...others]: readonly Way[]): readonly Way[] {
  if (best === undefined) return [];
  return [best, ...BY_EASE.filter((way) => others.includes(way))];
}
