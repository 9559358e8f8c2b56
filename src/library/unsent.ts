import type { UnsentRepository } from './repository';
import type { Store } from './store';

export const unsentRepository = ({ db }: Store): UnsentRepository => ({
  count: () => db.outbox.count(),
});
