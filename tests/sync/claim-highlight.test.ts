import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { Highlight, HighlightId } from '../../src/domain/highlight';
import { unixMs } from '../../src/domain/time';
import type { HighlightShadow, HighlightState, HighlightTransaction } from '../../src/library';
import { newHighlightShadow } from '../../src/library/database/highlight-shadow';
import { newState, queuedState } from '../../src/library/highlights/highlight-states';
import {
  claimChange,
  claimCreate,
  isHighlightDue,
  isToCreate,
  type PartToCreate,
  recordCreated,
  recordDeleted,
  recordFailed,
  recordLocalOnly,
  recordUpdated,
} from '../../src/sync/highlights/claim-highlight';
import { type Failure, SET_ASIDE } from '../../src/sync/stop';

const NOW = unixMs(1_700_000_000_000);
const PAGE = 'p1';
const QUOTE = { exact: 'ice', prefix: 'The ', suffix: ' melts' };
const CREATED = { serverId: 's1', isRight: true, hasReview: false };
const NONE_GONE = { gone: new Set<string>(), hasReview: false };
const ICE: Highlight = {
  id: 'h1' as HighlightId,
  bookmarkId: 'b1' as BookmarkId,
  quote: QUOTE,
  review: '',
  isNoteOnly: false,
  refused: [],
  color: 'blue',
  note: 'cold',
  created: NOW,
  updated: NOW,
  position: null,
};
const NEW = newHighlightShadow(ICE);
const [FIRST, SECOND] = [
  { serverId: 's1', color: 'blue', note: 'cold' },
  { serverId: 's2', color: 'blue', note: '' },
];
const selectors = (offset: number) => ({
  start_selector: 'p',
  start_offset: offset,
  end_selector: 'p',
  end_offset: offset + 3,
});
const PLACE: PartToCreate = {
  highlight: ICE,
  part: { selectors: selectors(4), text: 'ice' },
  hasMore: false,
  serverId: PAGE,
};
const REFUSED: Failure = { kind: 'refused', refusal: { kind: 'invalid', detail: 'no' } };

/** A transaction in memory over one highlight, and what it logs. */
function start(
  shadow: Partial<HighlightShadow> = {},
  highlight: Highlight | null = ICE,
  { serverId = PAGE, isInTrash = false } = {},
) {
  const states = new Map<HighlightId, HighlightState>();
  const log: string[] = [];
  let ids = 1;
  const bookmark = { isInTrash, created: NOW, shadow: { serverId, isLoaded: true } };
  const tx: HighlightTransaction = {
    now: NOW,
    newId: () => {
      ids += 1;
      return `h${ids}` as HighlightId;
    },
    bookmarkId: ICE.bookmarkId,
    // Nothing here uses its other fields.
    bookmark: bookmark as HighlightTransaction['bookmark'],
    all: () => [...states.values()],
    get: (id) => states.get(id) ?? null,
    put: (put, next, entry = states.get(next.id)?.entry) =>
      void states.set(next.id, queuedState(newState(next, put, entry), NOW)),
    remove: (id) => void states.delete(id),
    setRead: () => undefined,
    log: (kind, about) => log.push(`${kind} ${about?.id}`),
  };
  tx.put(highlight, { ...NEW, ...shadow });
  return { tx, log, state: () => tx.get(ICE.id) };
}
type Started = ReturnType<typeof start>;

/** Changes the entry of the highlight in the outbox. */
function setEntry({ tx, state }: Started, change: Partial<NonNullable<HighlightState['entry']>>) {
  const { highlight, shadow, entry } = state()!;
  tx.put(highlight, shadow, { ...entry!, ...change });
}

const DELETED = { isDeleted: true, deleted: ICE, parts: [FIRST!] };

/** Claims the change that waits. */
function change<Kind extends 'delete' | 'update'>({ tx }: Started, kind: Kind) {
  const claim = claimChange(tx, PAGE, true);
  if (claim?.kind !== kind) throw new Error(`no ${kind}`);
  // The kind was checked.
  return claim as typeof claim & { kind: Kind };
}

function create({ tx }: Started, place = PLACE) {
  const claim = claimCreate(tx, place);
  if (claim?.kind !== 'create') throw new Error('no create');
  return claim;
}

describe('a highlight in the outbox', () => {
  it('is due at its time and if no person has to decide', () => {
    const one = start();
    const due = () => isHighlightDue(one.state()!, NOW);
    expect(due()).toBe(true);
    setEntry(one, { notBefore: unixMs(NOW + 1) });
    expect(due()).toBe(false);
    setEntry(one, { notBefore: NOW, state: 'attention' });
    expect(due()).toBe(false);
  });

  it('is to be created if it is not on the server as a whole and may be there', () => {
    const needs = (...args: Parameters<typeof start>) => isToCreate(start(...args).state()!);
    expect(needs()).toBe(true);
    expect(needs({ parts: [FIRST!], isIncomplete: true })).toBe(true);
    expect(needs({ parts: [{ ...FIRST!, color: 'red' }] })).toBe(false);
    expect(needs({ localOnly: 'covered' })).toBe(false);
    expect(needs(DELETED, null)).toBe(false);
    const refused = start();
    setEntry(refused, { state: 'attention' });
    expect(isToCreate(refused.state()!)).toBe(false);
  });
});

describe('the next change of a highlight', () => {
  it('is the deletion of its first part, which is marked as tried', () => {
    const one = start(DELETED, null);
    const claim = change(one, 'delete');
    expect(claim).toMatchObject({ about: 's1', part: FIRST, attempts: 1, bookmarkServerId: PAGE });
    expect(claim.before.isDeleteTried).toBe(false);
    expect(one.state()).toMatchObject({
      shadow: { isDeleteTried: true },
      entry: { state: 'sending', attempts: 1 },
    });
  });

  it('updates the parts that differ; only the first has the note', () => {
    const one = start({
      parts: [
        { ...FIRST!, note: 'old' },
        { ...SECOND!, color: 'red' },
      ],
    });
    expect(change(one, 'update').changes).toEqual([
      { serverId: 's1', look: { color: 'blue', note: 'cold', review: '' } },
      { serverId: 's2', look: { color: 'blue', note: '', review: '' } },
    ]);
    expect(one.state()!.shadow.tried).toEqual({ color: 'blue', note: 'cold' });
    const other = start({ parts: [FIRST!, { ...SECOND!, color: 'red' }] });
    expect(change(other, 'update').changes).toHaveLength(1);
  });

  it('does not exist for one that is created, waits, was refused or has no part left', () => {
    const changed = { parts: [{ ...FIRST!, color: 'red' }] };
    const [waits, refused] = [start(changed), start(changed)];
    setEntry(waits, { notBefore: unixMs(NOW + 1) });
    setEntry(refused, { state: 'attention' });
    const all = [waits, refused, start(), start({ ...DELETED, parts: [] }, null)];
    for (const { tx } of all) expect(claimChange(tx, PAGE, true)).toBeNull();
  });
});

describe('the creation of a part', () => {
  it('is marked with its place, so that it is recognised later', () => {
    const one = start({ creates: 1 });
    const claim = create(one, { ...PLACE, hasMore: true });
    expect(claim).toMatchObject({
      attempts: 1,
      look: { color: 'blue', note: 'cold' },
      quote: QUOTE,
    });
    expect(claim.before).toMatchObject({ creates: 1, attempted: null });
    expect(one.state()).toMatchObject({
      shadow: { creates: 2, attempted: selectors(4), isIncomplete: true },
      entry: { state: 'sending' },
    });
    const next = start({ parts: [FIRST!], isIncomplete: true });
    expect(create(next).look).toEqual({ color: 'blue', note: '', review: '' });
    expect(next.state()!.shadow.isIncomplete).toBe(false);
  });

  it('is not sent if the highlight, its bookmark or its entry has changed since', () => {
    const [refused, gone] = [start(), start()];
    setEntry(refused, { state: 'attention' });
    gone.tx.remove(ICE.id);
    const position = { start: 1, end: 4 } as Highlight['position'];
    const changed = [
      refused,
      gone,
      start({}, ICE, { serverId: 'p2' }),
      start({}, ICE, { isInTrash: true }),
      start({ localOnly: 'covered' }),
      start(DELETED, null),
      start({}, { ...ICE, quote: { ...QUOTE, suffix: ' is cold' } }),
      start({}, { ...ICE, isNoteOnly: true }),
      start({}, { ...ICE, position }),
    ];
    for (const { tx } of changed) expect(claimCreate(tx, PLACE)).toBeNull();
  });

  it('adds the part to the highlight', () => {
    const one = start();
    recordCreated(one.tx, create(one), CREATED);
    expect(one.state()).toMatchObject({
      shadow: { parts: [FIRST], attempted: null, isCreatedHere: true },
      entry: null,
    });
    expect(one.log).toEqual(['sent h1']);
  });

  it('is not reported before the last part', () => {
    const one = start();
    recordCreated(one.tx, create(one, { ...PLACE, hasMore: true }), CREATED);
    expect(one.log).toEqual([]);
    expect(one.state()!.entry).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('is undone at once if the server marked another text', () => {
    const one = start();
    recordCreated(one.tx, create(one), { ...CREATED, isRight: false });
    expect(one.state()).toMatchObject({
      highlight: ICE,
      shadow: { parts: [], localOnly: 'no-place', attempted: null, isIncomplete: false },
      entry: null,
    });
    const [extra] = one.tx.all().filter(({ id }) => id !== ICE.id);
    expect(extra).toMatchObject({ highlight: null, shadow: { parts: [FIRST], deleted: null } });
    expect(one.log).toEqual([]);
  });

  it('belongs to the highlight that has the attempt, also if a person has attached it elsewhere', () => {
    const one = start();
    const claim = create(one);
    const { shadow } = one.state()!;
    const left = { ...shadow, id: 'h9' as HighlightId, isDeleted: true };
    one.tx.put(null, left);
    one.tx.put(ICE, { ...shadow, attempted: null });
    recordCreated(one.tx, claim, CREATED);
    expect(one.tx.get(left.id)!.shadow.parts).toEqual([FIRST]);
    expect(one.state()!.shadow.parts).toEqual([]);
  });

  it('is forgotten if the bookmark was linked to another one meanwhile', () => {
    const one = start();
    const claim = create(one);
    const before = one.state();
    recordCreated(one.tx, { ...claim, bookmarkServerId: 'p2' }, CREATED);
    expect(one.state()).toBe(before);
  });
});

describe('a deletion that was sent', () => {
  it('ends the highlight with its last part', () => {
    const one = start(DELETED, null);
    recordDeleted(one.tx, change(one, 'delete'));
    expect(one.state()).toBeNull();
    expect(one.log).toEqual(['sent h1']);
  });

  it('leaves the other parts to be deleted, and an attempt that may still arrive', () => {
    const parts = start({ ...DELETED, parts: [FIRST!, SECOND!] }, null);
    recordDeleted(parts.tx, change(parts, 'delete'));
    expect(parts.state()).toMatchObject({ shadow: { parts: [SECOND] }, entry: { attempts: 0 } });
    const tried = start({ ...DELETED, attempted: selectors(1) }, null);
    recordDeleted(tried.tx, change(tried, 'delete'));
    expect(tried.state()).toMatchObject({ shadow: { parts: [] } });
    expect([parts.log, tried.log]).toEqual([[], []]);
  });

  it('leaves a highlight that a person has restored meanwhile', () => {
    const one = start(DELETED, null);
    const claim = change(one, 'delete');
    one.tx.put(ICE, { ...NEW, parts: [FIRST!] });
    recordDeleted(one.tx, claim);
    expect(one.state()).toMatchObject({ highlight: ICE, shadow: { parts: [] } });
    const entry = one.state()!.entry;
    recordDeleted(one.tx, claim);
    expect(one.state()!.entry).toBe(entry);
    one.tx.remove(ICE.id);
    recordDeleted(one.tx, claim);
    expect(one.state()).toBeNull();
  });
});

describe('an update that was sent', () => {
  const changed = {
    parts: [
      { ...FIRST!, color: 'red' },
      { ...SECOND!, color: 'red' },
    ],
  };

  it('gives the parts their new values, without those that are gone', () => {
    const one = start(changed);
    recordUpdated(one.tx, change(one, 'update'), { ...NONE_GONE, gone: new Set(['s2']) });
    expect(one.state()).toMatchObject({ shadow: { parts: [FIRST], tried: {} }, entry: null });
    expect(one.log).toEqual(['sent h1']);
  });

  it.each([
    ['one part', [{ ...FIRST!, color: 'red' }]],
    ['two parts', changed.parts],
  ])('creates a highlight of %s again if all are gone', (_, parts) => {
    const one = start({ parts, creates: 3 });
    recordUpdated(one.tx, change(one, 'update'), { ...NONE_GONE, gone: new Set(['s1', 's2']) });
    expect(one.state()).toMatchObject({
      shadow: { parts: [], creates: 0, tried: {} },
      entry: { state: 'waiting', attempts: 0 },
    });
    expect(one.log).toEqual(['kept-against-delete h1']);
  });

  it('ends a highlight that was deleted meanwhile and is gone', () => {
    const one = start(changed);
    const claim = change(one, 'update');
    one.tx.put(null, { ...one.state()!.shadow, isDeleted: true });
    recordUpdated(one.tx, claim, { ...NONE_GONE, gone: new Set(['s1', 's2']) });
    expect(one.state()).toBeNull();
    recordUpdated(one.tx, claim, NONE_GONE);
    expect(one.log).toEqual([]);
  });

  it('changes nothing of a highlight whose parts were removed meanwhile', () => {
    const one = start(changed);
    const claim = change(one, 'update');
    one.tx.put(ICE, NEW);
    recordUpdated(one.tx, claim, { ...NONE_GONE, gone: new Set(['s1', 's2']) });
    expect(one.log).toEqual(['sent h1']);
    expect(one.state()!.entry).not.toBeNull();
  });
});

describe('a highlight without a place on the server', () => {
  it('stays on this device with the reason, unless it has changed since', () => {
    const one = start({ attempted: selectors(1), isIncomplete: true });
    recordLocalOnly(one.tx, { ...ICE, quote: { ...QUOTE, exact: 'snow' } }, 'covered');
    expect(one.state()!.shadow.localOnly).toBeNull();
    recordLocalOnly(one.tx, ICE, 'covered');
    expect(one.state()!.shadow).toMatchObject({
      localOnly: 'covered',
      attempted: null,
      isIncomplete: false,
    });
    const deleted = start(DELETED, null);
    recordLocalOnly(deleted.tx, ICE, 'covered');
    expect(deleted.state()!.shadow.localOnly).toBeNull();
  });
});

describe('a request for a highlight that failed', () => {
  it('loses its marks if the server has certainly not acted', () => {
    for (const failure of [REFUSED, { ...SET_ASIDE, isTried: false }]) {
      const one = start();
      recordFailed(one.tx, create(one, { ...PLACE, hasMore: true }), failure);
      expect(one.state()!.shadow).toEqual(NEW);
      expect(one.log).toEqual(failure === REFUSED ? ['refused h1'] : []);
    }
  });

  it('keeps its marks if the server may have acted', () => {
    const one = start();
    recordFailed(one.tx, create(one), SET_ASIDE);
    expect(one.state()).toMatchObject({
      shadow: { creates: 1, attempted: selectors(4) },
      entry: { state: 'waiting', attempts: 1 },
    });
  });

  it('names a deleted highlight whose deletion is refused', () => {
    const one = start(DELETED, null);
    recordFailed(one.tx, change(one, 'delete'), REFUSED);
    expect(one.log).toEqual(['refused h1']);
    expect(one.state()).toMatchObject({
      shadow: { isDeleteTried: false },
      entry: { state: 'attention' },
    });
  });

  it('changes nothing if a person has changed the highlight meanwhile', () => {
    const one = start();
    const claim = create(one);
    setEntry(one, { state: 'waiting' });
    const before = one.state();
    recordFailed(one.tx, claim, REFUSED);
    expect(one.state()).toBe(before);
    expect(one.log).toEqual([]);
  });
});
