import { useSignal } from '@preact/signals';
import pasteIcon from 'lucide-static/icons/clipboard-paste.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { addressIn, type SharedPage } from '../../domain/shared-page';
import type { Library, SaveResult } from '../../library';
import { TextField } from '../account/sign-in-parts';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button } from '../components/button';
import { INSTALLED } from '../components/follow-media';
import { LIBRARY_ERRORS } from '../messages';
import { type PlainKey, t } from '../strings';
import './add-page.css';
import { takeShare } from './share-at-once';

interface AddPageProps {
  readonly library: Promise<Library>;
  readonly tools: BookmarkListTools;
  /** The page that another app, site or bookmarklet gives; null: a person types it. */
  readonly given: SharedPage | null;
  /** The address that shares open. Absent in the extension, which has its own button. */
  readonly saveAddress?: string;
  readonly hrefOf: (id: BookmarkId) => string;
  /** Shows the list instead, when the page that was given is saved. */
  readonly onSaved: () => void;
}

/** The result of the last save. */
type Outcome =
  | { readonly kind: 'saved'; readonly bookmark: Bookmark; readonly isNew: boolean }
  | { readonly kind: 'problem'; readonly text: PlainKey };

/**
 * A press in this time after the page was given was meant for what was there before. Sites use that
 * to let people press buttons of others.
 */
const MIN_SHOWN_MS = 600;

/**
 * Saves a page by its address, also without a network. What another app shares with the installed app is
 * saved at once, within a bound (`takeShare`). Any site can open the same address in a tab, so there nothing
 * is saved before a person has pressed *Save*.
 */
export function AddPage(props: AddPageProps): JSX.Element {
  const { library, tools, given, onSaved } = props;
  const problemId = useId();
  const text = useSignal(given?.url ?? '');
  const outcome = useSignal<Outcome | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shownAt = useRef(performance.now());
  const isBusy = useRef(false);
  // There is nothing left to do for a page that was given.
  const isDone = given !== null && outcome.value?.kind === 'saved';
  useEffect(() => (given === null ? field : button).current?.focus(), [given, isDone]);

  const fail = (problem: PlainKey) => {
    outcome.value = { kind: 'problem', text: problem };
    field.current?.focus();
  };
  /** Returns null if the page was not saved, and says why. */
  const store = async ({ url, title }: SharedPage): Promise<SaveResult | null> => {
    isBusy.current = true;
    const saved = await (await library).bookmarks.save({
      kind: 'address',
      url,
      title,
      excerpt: '',
      reason: 'not-open',
    });
    isBusy.current = false;
    if (!saved.ok) {
      fail(LIBRARY_ERRORS[saved.error.kind]);
      return null;
    }
    return saved.value;
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (given !== null && performance.now() - shownAt.current < MIN_SHOWN_MS) return;
    // A second press is about the page that was just saved.
    const isSaved = text.value === '' && outcome.value?.kind === 'saved';
    if (isBusy.current || isSaved) return;
    const url = addressIn(text.value);
    if (url === null) return fail('errorNotAnAddress');
    const saved = await store({ url, title: url === given?.url ? given.title : '' });
    if (saved === null) return;
    await tools.act(ok(saved));
    outcome.value = { kind: 'saved', bookmark: saved.bookmark, isNew: isNew(saved) };
    text.value = '';
  };
  const saveShared = async (page: SharedPage) => {
    const saved = await store(page);
    if (saved === null) return;
    const { bookmark } = saved;
    const { id, title } = bookmark;
    const status = t(isNew(saved) ? 'statusSaved' : 'statusAlreadySaved');
    // The deletion says so itself, and can be undone.
    const undo = async () => {
      await tools.actions.trash(bookmark);
      return null;
    };
    await tools.act(ok(saved), {
      message: () => `${status}: ${title}`,
      ...(isNew(saved) && { undo }),
      about: id,
      choice: { name: t('labelsTitle'), choose: () => tools.commands.labels(id) },
    });
    onSaved();
  };
  useEffect(() => {
    if (given === null || !isInstalled()) return;
    if (takeShare(localStorage, document, Date.now())) void saveShared(given);
  }, []);
  const paste = async () => {
    try {
      text.value = await navigator.clipboard.readText();
      button.current?.focus();
    } catch {
      fail('addPasteRefused'); // The person, or a rule of the device, has said no.
    }
  };
  const remove = async (bookmark: Bookmark) => {
    if (!(await tools.actions.trash(bookmark))) return;
    outcome.value = null;
    text.value = given?.url ?? '';
    field.current?.focus();
  };
  const problem = outcome.value?.kind === 'problem' ? outcome.value.text : null;
  return (
    <div class="tool-page scroll">
      {given?.title && (
        <h2>
          <bdi>{given.title}</bdi>
        </h2>
      )}
      {!isDone && (
        <form
          class="add-page stack"
          noValidate
          onSubmit={(event) => void save(event)}
          // A key that was held down before the page was shown is no press here.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
        >
          <TextField
            label={t('shareAddress')}
            text={text}
            field={field}
            input={{ type: 'text', inputMode: 'url', dir: 'ltr', autocomplete: 'off' }}
            hint={t('addText')}
            problemId={problem && problemId}
          />
          {problem && (
            <p id={problemId} role="alert" class="warning">
              {t(problem)}
            </p>
          )}
          <p class="buttons">
            <button type="submit" class="button" data-look="primary" ref={button}>
              {t('actionSave')}
            </button>
            <Button icon={pasteIcon} onClick={() => void paste()}>
              {t('addPaste')}
            </Button>
          </p>
        </form>
      )}
      <div role="status">
        {outcome.value?.kind === 'saved' && (
          <Saved {...props} isDone={isDone} outcome={outcome.value} onDelete={remove} />
        )}
      </div>
      {props.saveAddress && (
        <p class="add-bookmarklet soft">
          {t('addBookmarklet')}{' '}
          <a class="button" data-look="plain" href={bookmarkletFor(props.saveAddress)}>
            {t('commandSavePage')}
          </a>
        </p>
      )}
    </div>
  );
}

/** True in the window of an installed app. Other apps share pages only with such an app. */
const isInstalled = (): boolean => window.matchMedia(INSTALLED).matches;

/** True if the page was not in the list before. */
const isNew = (saved: SaveResult): boolean => saved.kind !== 'existing' || saved.restored;

interface SavedProps extends Pick<AddPageProps, 'hrefOf'> {
  readonly outcome: Outcome & { kind: 'saved' };
  readonly onDelete: (bookmark: Bookmark) => Promise<void>;
  /** True if it takes the place of the form. */
  readonly isDone: boolean;
}

/** Says what was saved, with the way to it and back. */
function Saved({ hrefOf, isDone, outcome, onDelete }: SavedProps): JSX.Element {
  const { bookmark, isNew } = outcome;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isDone) link.current?.focus();
  }, [isDone]);
  return (
    <p class="buttons">
      <span>
        {isNew ? t('statusSaved') : t('statusAlreadySaved')}: <bdi>{bookmark.title}</bdi>
      </span>
      <a class="button" data-look="plain" href={hrefOf(bookmark.id)} ref={link}>
        {t('actionReadNow')}
      </a>
      {isNew && <Button onClick={() => void onDelete(bookmark)}>{t('actionDelete')}</Button>}
    </p>
  );
}

/**
 * Returns the address of a bookmark that opens `saveAddress` with the page in front. The page there
 * asks before it saves.
 */
function bookmarkletFor(saveAddress: string): string {
  const address = JSON.stringify(saveAddress);
  const query = 'new URLSearchParams({url:location.href,title:document.title})';
  return `javascript:location.href=${address}+"?"+${query};void 0`;
}
