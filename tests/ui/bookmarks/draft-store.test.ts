import { waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import type { UrlKey } from '../../../src/domain/url-identity';
import type { DraftRepository, Library } from '../../../src/library';
import { createDraftMirror, createDraftStore } from '../../../src/ui/bookmarks/draft-store';
import type { MirrorStorage } from '../../../src/ui/mirror';
import { testLibrary, value } from '../../library/library';
import { memoryStorage } from '../popup/open-popup';

const KEY = 'https://example.org/a' as UrlKey;
const NEVER = new Promise<never>(() => {});

/** One browser profile: its library, its `localStorage`, and pages that open them. */
async function profile() {
  const { library } = await testLibrary();
  const storage = memoryStorage();
  const onError = vi.fn();
  return {
    library,
    storage,
    onError,
    open: (opened: Promise<Library> = Promise.resolve(library)) =>
      createDraftStore(
        { library: opened, mirror: createDraftMirror(storage, null, KEY), onError },
        KEY,
      ),
  };
}

/** Returns the library with some methods of its drafts replaced. */
const withDrafts = (library: Library, drafts: Partial<DraftRepository>) => {
  const part: Library['part'] = (make) => Object.assign({}, library.part(make), drafts);
  return Promise.resolve({ ...library, part });
};

const shows = (store: ReturnType<typeof createDraftStore>, fields: object | null) =>
  waitFor(() => expect(store.fields.value).toEqual(fields));

describe('the draft store', () => {
  it('writes to the library and then clears its mirror', async () => {
    const { library, storage, open } = await profile();
    const store = open();
    await shows(store, {});
    store.keep({ title: 'Tre' });
    store.keep({ title: 'Tree', label: 'a' });
    expect(storage.items.size).toBe(1);
    await waitFor(() => expect(storage.items.size).toBe(0));
    expect(await library.drafts.get(KEY)).toMatchObject({ title: 'Tree', label: 'a' });
  });

  it('writes a change that is typed during a write', async () => {
    const { library, storage, open } = await profile();
    let finishWrite = () => {};
    const put = vi.fn<DraftRepository['put']>(async (draft) => {
      if (put.mock.calls.length === 1) {
        await new Promise<void>((resolve) => {
          finishWrite = resolve;
        });
      }
      return library.drafts.put(draft);
    });
    const store = open(withDrafts(library, { put }));
    await shows(store, {});
    store.keep({ title: 'Tre' });
    await waitFor(() => expect(put).toHaveBeenCalled());
    store.keep({ title: 'Tree' });
    finishWrite();
    await waitFor(async () =>
      expect(await library.drafts.get(KEY)).toMatchObject({ title: 'Tree' }),
    );
    await waitFor(() => expect(storage.items.size).toBe(0));
  });

  it('restores a draft when the page closed before the library had opened', async () => {
    const { library, storage, open } = await profile();
    open(NEVER).keep({ label: 'half a lab' });

    await shows(open(), { label: 'half a lab' });
    await waitFor(() => expect(storage.items.size).toBe(0));
    expect(await library.drafts.get(KEY)).toMatchObject({ label: 'half a lab' });
  });

  it('restores a draft when the page closed during a write', async () => {
    const { library, open } = await profile();
    const closing = open(withDrafts(library, { put: () => NEVER }));
    closing.keep({ siteName: 'Fie' });
    await shows(closing, { siteName: 'Fie' });
    closing.keep({ siteName: 'Field' });
    await shows(open(), { siteName: 'Field' });
  });

  it('keeps the other fields when one is typed before the library has responded', async () => {
    const { library, storage, open } = await profile();
    value(await library.drafts.put({ urlKey: KEY, title: 'Kept', label: 'old' }));
    const store = open();
    store.keep({ label: 'new' });
    await waitFor(() => expect(storage.items.size).toBe(0));
    expect(store.fields.value).toEqual({ title: 'Kept', label: 'new' });
    expect(await library.drafts.get(KEY)).toMatchObject({ title: 'Kept', label: 'new' });
  });

  it('keeps a field removed when the page closed before the library knew', async () => {
    const { library, open } = await profile();
    value(await library.drafts.put({ urlKey: KEY, title: 'Kept', label: 'old' }));
    const closing = open(withDrafts(library, { put: () => NEVER }));
    closing.keep({ label: undefined });
    await shows(open(), { title: 'Kept' });
    await waitFor(async () => expect(await library.drafts.get(KEY)).not.toHaveProperty('label'));
  });

  it('removes the draft from the library when all fields are removed', async () => {
    const { library, storage, open } = await profile();
    const store = open();
    store.keep({ title: 'Tree' });
    store.keep({ title: undefined });
    await waitFor(() => expect(storage.items.size).toBe(0));
    expect(await library.drafts.get(KEY)).toBeNull();
  });
});

describe('a draft that the library refuses', () => {
  it('is reported once, and restored later', async () => {
    const { library, onError, open } = await profile();
    const put = vi.fn<DraftRepository['put']>(async () => err({ kind: 'quota' }));
    const full = open(withDrafts(library, { put }));
    full.keep({ title: 'T' });
    full.keep({ title: 'Tr' });
    await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
    expect(onError).toHaveBeenCalledExactlyOnceWith({ kind: 'quota' });
    await shows(open(), { title: 'Tr' });
  });

  it('is reported again after a successful write', async () => {
    const { library, onError, storage, open } = await profile();
    let isFull = true;
    const put: DraftRepository['put'] = (draft) =>
      isFull ? Promise.resolve(err({ kind: 'quota' })) : library.drafts.put(draft);
    const store = open(withDrafts(library, { put }));
    store.keep({ title: 'T' });
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    isFull = false;
    store.keep({ title: 'Tr' });
    await waitFor(() => expect(storage.items.size).toBe(0));
    isFull = true;
    store.keep({ title: 'Tre' });
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
  });
});

describe('the mirror of a draft', () => {
  const mirrorOf = (text: string | null) => {
    const storage = memoryStorage();
    const mirror = createDraftMirror(storage, null, KEY);
    mirror.write({ label: 'x' });
    const [key] = storage.items.keys();
    if (text === null) storage.items.clear();
    else storage.items.set(key!, text);
    return mirror;
  };

  it.each([
    [null, {}],
    ['not json', {}],
    ['7', {}],
    ['null', {}],
    ['{"title":7,"evil":"x","urlKey":"y"}', { title: undefined }],
    ['{"title":null,"label":"x"}', { title: undefined, label: 'x' }],
  ])('parses %s as %o', (text, change) => {
    expect(mirrorOf(text).read()).toStrictEqual(change);
  });

  it('is separate for each account and page', () => {
    const storage = memoryStorage();
    createDraftMirror(storage, null, KEY).write({ label: 'x' });
    expect(createDraftMirror(storage, 'ann', KEY).read()).toEqual({});
    expect(createDraftMirror(storage, null, `${KEY}b` as UrlKey).read()).toEqual({});
  });

  it('is empty where storage is refused, and does not throw', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const refused: MirrorStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const mirror = createDraftMirror(refused, null, KEY);
    mirror.write({ label: 'x' });
    mirror.clear();
    expect(mirror.read()).toEqual({});
  });
});
