import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptureReport } from '../../../src/domain/article';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { PageState } from '../../../src/domain/page-state';
import { ok } from '../../../src/domain/result';
import type { ToastBackground, ToastContents } from '../../../src/messages/toast-messages';
import type { ToastNews } from '../../../src/ui/save-toast/toast-link';
import { createToastFrameStore } from '../../../src/ui/save-toast/toast-store';
import { SaveToast } from '../../../src/ui/save-toast/toast-view';

const SAVED = { kind: 'saved', undoLeftMs: 1, url: 'https://example.org/' } as PageState;
const BOOKMARK = {
  title: 'Saved',
  labels: [] as readonly string[],
  content: { kind: 'article' },
  trashedAt: null,
} as Bookmark;

let warnings: CaptureReport['warnings'] = [];
let root: HTMLElement;
let tell: (news: ToastNews) => void;
let background: Record<
  'undoSave' | 'restoreSave' | 'editSaved' | 'readSaved',
  ReturnType<typeof vi.fn>
>;
beforeEach(() => {
  warnings = [];
});
afterEach(() => {
  render(null, root);
  root.remove();
});

/** Shows the toast after a save. */
async function open(): Promise<void> {
  root = document.body.appendChild(document.createElement('div'));
  const answer = (changes: Partial<Bookmark> = {}) => {
    const contents: ToastContents = {
      page: SAVED,
      bookmark: { ...BOOKMARK, ...changes },
      report: { words: 1, imagesKept: 0, imagesDropped: 0, warnings },
      known: [],
    };
    return Promise.resolve(ok(contents));
  };
  background = {
    undoSave: vi.fn(() => answer({ trashedAt: 1 as Bookmark['trashedAt'] })),
    restoreSave: vi.fn(() => answer()),
    editSaved: vi.fn(() => answer()),
    readSaved: vi.fn(() => Promise.resolve(ok(null))),
  };
  const page: Parameters<typeof createToastFrameStore>[1] = {
    ask: ({ kind }) => {
      if (kind === 'is-seen') queueMicrotask(() => tell({ kind: 'seen', isSeen: true }));
    },
    listen: (listener) => {
      tell = listener;
    },
  };
  const all = { readToast: () => answer(), ...background } as unknown as ToastBackground;
  const store = createToastFrameStore(all, page, () => () => {});
  render(<SaveToast store={store} />, root);
  await vi.waitFor(() => expect(buttons()).toContain('Undo'));
}

const buttons = () => [...root.querySelectorAll('button')].map(({ textContent }) => textContent);

const focused = () => document.activeElement;

const press = (text: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === text)?.click();

/** Goes to the toast by the key. */
async function go(): Promise<void> {
  tell({ kind: 'focus' });
  await vi.waitFor(() => expect(root.contains(focused())).toBe(true));
}

describe('the toast after a save, with the keyboard', () => {
  beforeEach(open);

  it('has the focus in the field for labels, so that no key deletes the page', async () => {
    await go();
    expect(focused()).toMatchObject({ localName: 'input', role: 'combobox' });
    focused()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(background.undoSave).not.toHaveBeenCalled();
  });

  it('offers to restore what was undone, and goes on with labels after that', async () => {
    await go();
    press('Undo');
    await vi.waitFor(() => expect(focused()).toMatchObject({ textContent: 'Restore' }));
    expect(buttons()).not.toContain('Undo');
    press('Restore');
    await vi.waitFor(() => expect(focused()).toMatchObject({ role: 'combobox' }));
    expect(background.restoreSave).toHaveBeenCalledOnce();
  });

  it('leaves the focus in the page when a pointer undoes the save', async () => {
    press('Undo');
    await vi.waitFor(() => expect(buttons()).toContain('Restore'));
    expect(focused()).toBe(document.body);
  });
});

describe('the toast after a save of which far less was kept than the page shows', () => {
  beforeEach(() => {
    warnings = ['not-readable'];
    return open();
  });

  const status = () => root.querySelector('[role="status"]')?.textContent;

  it('says so beside the status, and opens what was kept', async () => {
    expect(status()).toBe('Saved');
    press('Needs a look');
    await vi.waitFor(() => expect(background.readSaved).toHaveBeenCalledOnce());
  });

  it('says nothing of it in the trash', async () => {
    press('Undo');
    await vi.waitFor(() => expect(buttons()).toContain('Restore'));
    expect(buttons()).not.toContain('Needs a look');
    press('Restore');
    await vi.waitFor(() => expect(buttons()).toContain('Needs a look'));
  });
});

describe('the toast after a save of a whole page', () => {
  beforeEach(open);

  it('says only that it was saved', () => {
    expect(root.querySelector('[role="status"]')?.textContent).toBe('Saved');
  });
});
