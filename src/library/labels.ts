import { watch } from './live';
import { deleteLabel, renameLabel, takeLabelBack } from './relabel';
import type { LabelRepository } from './repository';
import type { Store } from './store';

export function labelRepository(store: Store): LabelRepository {
  const order = new Intl.Collator(undefined, { numeric: true });
  return {
    watchAll: (listener) =>
      watch(
        store,
        () => store.db.labels.toArray(),
        (labels) => labels.sort((a, b) => order.compare(a.name, b.name)),
        listener,
      ),
    rename: (from, to) => renameLabel(store, from, to),
    delete: (name) => deleteLabel(store, name),
    takeBack: (change) => takeLabelBack(store, change),
  };
}
