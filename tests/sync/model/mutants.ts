import type { Highlight } from '../../../src/domain/highlight';
import type {
  CollectionTransaction,
  HighlightTransaction,
  SyncState,
  SyncTransaction,
} from '../../../src/library';
import type { SyncOptions } from '../../../src/sync';
import type { Fetch } from '../support/world';

/** Changes that put one bug into the sync engine. */
export interface Mutant {
  readonly library?: (library: SyncOptions['library']) => SyncOptions['library'];
  readonly through?: (fetch: Fetch) => Fetch;
  /** The kind of histories that show the bug. The default is bookmarks. */
  readonly of?: 'labels' | 'notes' | 'collections' | 'highlights' | 'libraries' | 'mixed' | 'twins';
  /** The number of histories at the start that do not show the bug. They are left out. */
  readonly leftOut?: number;
  /**
   * The numbers of histories that show the bug in most orders of their requests, which vary. They are
   * played first, several times.
   */
  readonly shownBy?: readonly number[];
}

type SyncOfLibrary = SyncOptions['library']['sync'];

const withSync = (change: (sync: SyncOfLibrary) => Partial<SyncOfLibrary>): Mutant => ({
  library: ({ articles, assets, sync }) => ({
    articles,
    assets,
    sync: { ...sync, ...change(sync) },
  }),
});

/** Replaces functions of the transaction that the engine uses. */
const withTransaction = (change: (tx: SyncTransaction) => Partial<SyncTransaction>): Mutant =>
  withSync((sync) => ({
    transaction: (scope, work) =>
      sync.transaction(scope, (tx) =>
        work(Object.assign(Object.create(tx) as SyncTransaction, change(tx))),
      ),
  }));

const withPut = (change: (state: SyncState, before: SyncState) => SyncState): Mutant =>
  withTransaction((tx) => ({ put: (state) => tx.put(change(state, tx.get(state.id))) }));

/** Replaces functions of the transaction of collections that the engine uses. */
const withCollections = (
  change: (tx: CollectionTransaction) => Partial<CollectionTransaction>,
): Mutant => ({
  ...withSync((sync) => ({
    collectionTransaction: (work) =>
      sync.collectionTransaction((tx) => work({ ...tx, ...change(tx) })),
  })),
  of: 'collections',
});

/** Replaces functions of the transaction of highlights that the engine uses. */
const withHighlights = (
  change: (tx: HighlightTransaction) => Partial<HighlightTransaction>,
): Mutant => ({
  ...withSync((sync) => ({
    highlightTransaction: (id, work) =>
      sync.highlightTransaction(id, (tx) => work({ ...tx, ...change(tx) })),
  })),
  of: 'highlights',
});

/** Marks the highlights of bookmarks that are not listed, as those of bookmarks that are. */
const withMarks = withPut((state) => {
  const { bookmark, shadow } = state;
  if (bookmark !== null || !shadow?.serverId) return state;
  return { ...state, shadow: { annotations: 'pending', ...shadow } };
});

/** Leaves the mark of highlights that are to be read, when their bookmark is not listed any more. */
const withoutRead = withHighlights((tx) => ({
  setRead: () => (tx.bookmark === null ? undefined : tx.setRead()),
}));

const isSending = ({ intents }: SyncState) => intents.some(({ state }) => state === 'sending');

/** Plausible bugs, named by the wrong behaviour of the engine. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'does not join bookmarks of the same address': withTransaction(() => ({ byAddress: () => [] })),

  'treats a failed request as done': withPut((state, before) =>
    isSending(before) && !isSending(state) ? { ...state, intents: [] } : state,
  ),

  'keeps bookmarks that were deleted on the server': {
    ...withPut((state, { bookmark }) =>
      state.bookmark?.trashedAt && bookmark?.trashedAt === null
        ? { ...state, bookmark: { ...state.bookmark, trashedAt: null } }
        : state,
    ),
    leftOut: 11,
  },

  'lets the server overwrite waiting edits': withPut((state) => {
    const { bookmark, shadow } = state;
    if (!bookmark || !shadow?.updated) return state;
    return { ...state, bookmark: { ...bookmark, title: shadow.version.title }, intents: [] };
  }),

  'does not remember the version of the server': withPut((state, { shadow }) =>
    state.shadow && shadow
      ? { ...state, shadow: { ...state.shadow, version: shadow.version } }
      : state,
  ),

  'treats a pull without room as written': withSync((sync) => ({
    async transaction(scope, work) {
      const decided = await sync.transaction(scope, work);
      const isPull = scope.ids === undefined;
      // A pull ignores the value of the decision.
      return decided.ok || !isPull ? decided : { ok: true, value: undefined as never };
    },
  })),

  'takes a restored server for one that deleted bookmarks': {
    ...withSync((sync) => ({
      meta: async () => ({ ...(await sync.meta()), decision: 'accept' }),
    })),
    leftOut: 76,
  },

  'sends only the removal of a renamed label': {
    of: 'labels',
    leftOut: 12,
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== 'PATCH') return fetch(request);
      const { add_labels, ...rest } = await request.clone().json();
      if (add_labels === undefined || rest.remove_labels === undefined) return fetch(request);
      return fetch(new Request(request, { body: JSON.stringify(rest) }));
    },
  },

  'takes a version without a note for one with an empty note': {
    ...withPut((state, { shadow }) =>
      state.bookmark && state.shadow && shadow && state.shadow.updated !== shadow.updated
        ? { ...state, bookmark: { ...state.bookmark, note: state.shadow.version.note } }
        : state,
    ),
    of: 'notes',
    leftOut: 4,
  },

  'keeps one note of two when it joins bookmarks': {
    ...withPut((state, { shadow }) =>
      state.bookmark && !shadow?.serverId && state.shadow?.version.note
        ? {
            ...state,
            bookmark: { ...state.bookmark, note: state.shadow.version.note },
            intents: [],
          }
        : state,
    ),
    of: 'notes',
    leftOut: 58,
  },

  'does not join collections': {
    ...withCollections((tx) => ({
      rows: () => tx.rows().filter(({ serverId }) => serverId !== null),
    })),
    leftOut: 9,
  },

  'keeps collections that were deleted on the server': withCollections(() => ({
    remove: () => {},
  })),

  'keeps highlights that were deleted on the server': {
    ...withHighlights((tx) => ({
      remove(id) {
        if (tx.get(id)?.highlight === null) tx.remove(id);
      },
    })),
    leftOut: 13,
  },

  'lets the server overwrite waiting edits of highlights': {
    ...withHighlights((tx) => ({
      put(highlight, shadow, entry) {
        const [part] = shadow.parts;
        const known = tx.get(shadow.id)?.shadow.parts[0];
        const isNew = part?.color !== known?.color || part?.note !== known?.note;
        tx.put(
          highlight && part && isNew ? { ...highlight, note: part.note } : highlight,
          shadow,
          entry,
        );
      },
    })),
    leftOut: 94,
  },

  'does not try again what the server could not place': {
    ...withHighlights((tx) => ({
      put(highlight, shadow, entry) {
        const { localOnly } = tx.get(shadow.id)?.shadow ?? shadow;
        tx.put(highlight, { ...shadow, localOnly: shadow.localOnly ?? localOnly }, entry);
      },
    })),
    leftOut: 145,
  },

  'joins highlights of the same words in different places': {
    ...withHighlights((tx) => ({
      put(highlight, shadow, entry) {
        const nameOf = (of: Highlight | null) => of && of.quote.prefix.slice(-12) + of.quote.exact;
        const isReceived = highlight && tx.get(shadow.id) === null && shadow.parts.length > 0;
        const other = tx
          .all()
          .find(
            (one) => one.shadow.parts.length === 0 && nameOf(one.highlight) === nameOf(highlight),
          );
        if (isReceived && other) tx.put(other.highlight, { ...other.shadow, parts: shadow.parts });
        else tx.put(highlight, shadow, entry);
      },
    })),
    leftOut: 12,
  },

  'takes changed bookmarks for those without highlights': {
    ...withSync(() => ({ pendingAnnotations: async () => [] })),
    of: 'highlights',
  },

  'reads the highlights of bookmarks that were deleted for good again and again': {
    ...withoutRead,
    leftOut: 3,
  },

  'reads the highlights of bookmarks that gave way to others again and again': {
    library: (library) => withoutRead.library!(withMarks.library!(library)),
    of: 'libraries',
    leftOut: 3,
  },

  'keeps both bookmarks that two devices created at the same time': {
    ...withPut((state) => ({
      ...state,
      shadow: state.shadow && { ...state.shadow, isCreatedHere: false },
    })),
    of: 'libraries',
    leftOut: 57,
  },

  'creates the same save again on each device': {
    of: 'libraries',
    through: (fetch) => (input, init) => {
      const request = new Request(input, init);
      const key = request.headers.get('Idempotency-Key');
      if (key !== null) request.headers.set('Idempotency-Key', `${key}-${Math.random()}`);
      return fetch(request);
    },
    shownBy: [50, 5],
  },

  'lets a bookmark whose state was not sent yet unarchive the same save': {
    ...withPut((state, before) => {
      const { bookmark, shadow } = state;
      // Only the server tells when a bookmark last changed. One that was just created has no such time.
      const isJoined = before.shadow === null && shadow?.serverId && shadow.updated !== null;
      if (!isJoined || !bookmark || shadow.version.isArchived) return state;
      return { ...state, bookmark: { ...bookmark, isArchived: false } };
    }),
    of: 'libraries',
    leftOut: 9,
  },

  'removes pages for good that were deleted elsewhere': {
    ...withPut((state, { bookmark }) =>
      state.bookmark?.trashedAt && bookmark?.trashedAt === null && state.intents.length === 0
        ? { ...state, bookmark: null, shadow: null }
        : state,
    ),
    leftOut: 16,
  },

  'deletes a bookmark that gives way without a look at it': {
    ...withPut((state) => {
      if (!state.shadow) return state;
      const { replacedBy: _, ...shadow } = state.shadow;
      return { ...state, shadow };
    }),
    of: 'twins',
    leftOut: 4,
  },

  'does not look for bookmarks that it may have created': {
    shownBy: [261],
    through: (fetch) => (input, init) => {
      const request = new Request(input, init);
      request.headers.delete('Idempotency-Key');
      const isLookup = request.method === 'GET' && request.url.includes('range_start');
      return isLookup ? Promise.resolve(Response.json([])) : fetch(request);
    },
  },
};
