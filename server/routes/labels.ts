import type { labels } from '../../src/contract';
import { labelInfo } from '../bookmarks/label-info';
import type { Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import { matcher } from '../storage';

/** Labels of all bookmarks: to list, rename and take away. */
export const labelsHandlers = ({ storage }: Server): Handlers<typeof labels> => ({
  async list({ query }, { caller, base }) {
    const all = await storage.labels.list(caller.user.id);
    const isWanted = query.q ? matcher(query.q) : () => true;
    const wanted = all.filter(({ name }) => isWanted(name));
    return { status: 200, body: wanted.map((label) => labelInfo(label, base)) };
  },

  async read({ query }, { caller, base }) {
    const label = await storage.labels.find(caller.user.id, query.name);
    return label === null ? refuse(404) : { status: 200, body: labelInfo(label, base) };
  },

  async rename({ query, body }, { caller }) {
    const renamed = await storage.labels.rename(caller.user.id, query.name, body.name);
    return renamed > 0 ? { status: 200, body: { name: body.name } } : refuse(404);
  },

  async delete({ query }, { caller }) {
    const deleted = await storage.labels.delete(caller.user.id, query.name);
    return deleted > 0 ? { status: 204 } : refuse(404);
  },
});
