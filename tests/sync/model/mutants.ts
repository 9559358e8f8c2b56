import type { CollectionTransaction, SyncState, SyncTransaction } from '../../../src/library';
import type { SyncOptions } from '../../../src/sync';
import type { Fetch } from '../support/world';

/** An engine with one bug. */
export interface Mutant {
  readonly library?: (library: SyncOptions['library']) => SyncOptions['library'];
  readonly through?: (fetch: Fetch) => Fetch;
  /** In which histories it shows; others: of bookmarks. */
  readonly of?: 'labels' | 'collections';
}

type SyncOfLibrary = SyncOptions['library']['sync'];

const withSync = (change: (sync: SyncOfLibrary) => Partial<SyncOfLibrary>): Mutant => ({
  library: ({ articles, assets, sync }) => ({
    ...{ articles, assets },
    sync: { ...sync, ...change(sync) },
  }),
});

/** Puts something else on the tx than the engine meant to. */
const withDesk = (change: (tx: SyncTransaction) => Partial<SyncTransaction>): Mutant =>
  withSync((sync) => ({
    transaction: (scope, work) =>
      sync.transaction(scope, (tx) =>
        work(Object.assign(Object.create(tx) as SyncTransaction, change(tx))),
      ),
  }));

const withPut = (change: (state: SyncState, before: SyncState) => SyncState): Mutant =>
  withDesk((tx) => ({ put: (state) => tx.put(change(state, tx.get(state.id))) }));

/** The same, of collections. */
const withCollections = (
  change: (tx: CollectionTransaction) => Partial<CollectionTransaction>,
): Mutant => ({
  ...withSync((sync) => ({
    collectionTransaction: (work) =>
      sync.collectionTransaction((tx) => work({ ...tx, ...change(tx) })),
  })),
  of: 'collections',
});

const isSending = ({ intents }: SyncState) => intents.some(({ state }) => state === 'sending');

/** Bugs that somebody might write, each in the words of what it does wrong. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'joins nothing by its address': withDesk(() => ({ byAddress: () => [] })),

  'takes what failed for done': withPut((state, before) =>
    isSending(before) && !isSending(state) ? { ...state, intents: [] } : state,
  ),

  'leaves here what was deleted there': withPut((state, { bookmark }) =>
    state.bookmark?.trashedAt && bookmark?.trashedAt === null
      ? { ...state, bookmark: { ...state.bookmark, trashedAt: null } }
      : state,
  ),

  'lets the server win over what waits': withPut((state) => {
    const { bookmark, shadow } = state;
    if (!bookmark || !shadow?.updated) return state;
    return { ...state, bookmark: { ...bookmark, title: shadow.version.title }, intents: [] };
  }),

  'forgets what the server had': withPut((state, { shadow }) =>
    state.shadow && shadow
      ? { ...state, shadow: { ...state.shadow, version: shadow.version } }
      : state,
  ),

  'takes what found no room for written': withSync((sync) => ({
    async transaction(scope, work) {
      const decided = await sync.transaction(scope, work);
      const isPull = scope.serverIds !== undefined;
      // A pull makes nothing of what is decided.
      return decided.ok || !isPull ? decided : { ok: true, value: undefined as never };
    },
  })),

  'takes a server that went back for one that deleted': withSync((sync) => ({
    meta: async () => ({ ...(await sync.meta()), decision: 'accept' }),
  })),

  'tells of a renamed label only that its old name is gone': {
    of: 'labels',
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== 'PATCH') return fetch(request);
      const { add_labels, ...rest } = await request.clone().json();
      if (add_labels === undefined || rest.remove_labels === undefined) return fetch(request);
      return fetch(new Request(request, { body: JSON.stringify(rest) }));
    },
  },

  'joins no collections': withCollections((tx) => ({
    rows: () => tx.rows().filter(({ serverId }) => serverId !== null),
  })),

  'leaves here the collections that were deleted there': withCollections(() => ({
    remove: () => {},
  })),

  'looks for nothing that it may have made': {
    through: (fetch) => (input, init) => {
      const request = new Request(input, init);
      request.headers.delete('Idempotency-Key');
      const isLookup = request.method === 'GET' && request.url.includes('range_start');
      return isLookup ? Promise.resolve(Response.json([])) : fetch(request);
    },
  },
};
