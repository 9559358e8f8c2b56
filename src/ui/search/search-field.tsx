import { useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Completions, completionsAt, type Suggestion } from '../../query';
import { ComboboxOptions, comboboxField, useCombobox } from '../components/combobox';
import { t } from '../strings';
import type { SearchStore } from './search-store';
import { FIELD_TEXTS } from './search-text';
import type { SearchProblem } from './searched-query';

interface SearchFieldProps {
  readonly store: SearchStore;
  /** Enter opens the first result, or moves the focus to it. */
  readonly onEnter: 'open' | 'focus';
  /** The id of the element with the sentences about `problems`. */
  readonly problemsId: string;
}

/** A name is suggested from this many letters on. One letter begins too many words. */
const MIN_TYPED = 2;

/** The field of the search box, with completion. Parts with a problem are underlined. */
export function SearchField({ store, onEnter, problemsId }: SearchFieldProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  /** The text while a word is composed with an input method. It is not searched yet. */
  const composed = useSignal<string | null>(null);
  const text = composed.value ?? store.text.value;
  const problems = store.problems.value;
  const menu = useSuggestions(store, text, input);

  useFocusRequests(store, input);
  const scroll = () => {
    if (mirror.current && input.current) mirror.current.scrollLeft = input.current.scrollLeft;
  };
  useLayoutEffect(() => {
    // Reading the position makes the browser compute the layout, which most keys can do without.
    if (problems.length > 0) scroll();
  });

  const type = (typed: string, isComposing: boolean) => {
    store.caret.value = input.current?.selectionStart ?? typed.length;
    menu.open(false);
    composed.value = isComposing ? typed : null;
    if (!isComposing) store.type(typed);
  };
  useCompositionEnd(input, (typed) => type(typed, false));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !handleKey(event, { store, menu, text, onEnter })) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="search-field">
      <div class="search-mirror" aria-hidden="true" dir="auto" ref={mirror}>
        {problems.length > 0 && <MarkedText text={text} problems={problems} />}
      </div>
      <input
        {...comboboxField(menu)}
        ref={input}
        dir="auto"
        placeholder={t('searchName')}
        enterkeyhint="search"
        aria-label={t('searchName')}
        aria-invalid={problems.length > 0}
        aria-describedby={problemsId}
        value={text}
        onInput={(event) => type(event.currentTarget.value, event.isComposing)}
        onSelect={() => {
          store.caret.value = input.current?.selectionStart ?? 0;
        }}
        onScroll={scroll}
        onKeyDown={onKeyDown}
        onBlur={() => {
          menu.close();
          store.caret.value = null;
        }}
      />
      <ComboboxOptions
        {...menu}
        class="search-options scroll"
        label={'searchSuggestions'}
        options={menu.suggestions}
        onChoose={menu.choose}
      >
        {(suggestion) => (
          <>
            <bdi class="truncate">{suggestion.label}</bdi>
            {suggestion.kind === 'field' && (
              <span class="hint truncate">{t(FIELD_TEXTS[suggestion.field])}</span>
            )}
          </>
        )}
      </ComboboxOptions>
    </div>
  );
}

interface FieldState extends Pick<SearchFieldProps, 'store' | 'onEnter'> {
  readonly menu: ReturnType<typeof useSuggestions>;
  readonly text: string;
}

/** Returns false for a key that the field leaves to the browser. */
function handleKey(event: KeyboardEvent, { store, menu, text, onEnter }: FieldState): boolean {
  const { key, altKey, shiftKey } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (menu.isShown) menu.step(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'ArrowDown' && (text === '' || altKey)) menu.open(true);
    else if (key === 'ArrowDown') store.toResults();
  } else if (key === 'Enter' || (key === 'Tab' && menu.chosen && !shiftKey)) {
    // The user has finished typing, so every problem is shown.
    store.caret.value = null;
    if (menu.chosen) menu.choose(menu.chosen);
    else if (onEnter === 'open' && text !== '') void store.openFirst();
    else store.toResults();
  } else if (key === 'Escape' && menu.isShown) menu.close();
  else if (key === 'Escape' && text !== '') store.type('');
  else return false;
  return true;
}

/** Focuses the field and selects its text when the store requests it. */
function useFocusRequests(store: SearchStore, input: RefObject<HTMLInputElement | null>): void {
  const handled = useRef(0);
  const requested = store.focusRequests.value;
  useLayoutEffect(() => {
    if (handled.current === requested) return;
    handled.current = requested;
    input.current?.focus();
    input.current?.select();
  }, [requested]);
}

/** Calls `end` with the text when a word is composed. Preact does not know this event. */
function useCompositionEnd(
  input: RefObject<HTMLInputElement | null>,
  end: (text: string) => void,
): void {
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    const field = input.current;
    const onEnd = () => latest.current(field?.value ?? '');
    field?.addEventListener('compositionend', onEnd);
    return () => field?.removeEventListener('compositionend', onEnd);
  }, []);
}

/** The menu of suggestions. Its keys are handled by the field, which keeps the focus. */
function useSuggestions(
  store: SearchStore,
  text: string,
  input: RefObject<HTMLInputElement | null>,
) {
  /** True if the user asked for all suggestions. */
  const isWanted = useSignal(false);
  const completions = useCompletions(store, text, store.caret.value ?? 0, isWanted.value);
  const { suggestions, range } = completions;
  const menu = useCombobox(suggestions.length);
  const nextCursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    const at = nextCursor.current;
    if (at === null) return;
    nextCursor.current = null;
    input.current?.setSelectionRange(at, at);
    store.caret.value = at;
  });
  const set = (isNext: boolean, areAllWanted: boolean) => {
    isWanted.value = areAllWanted;
    menu.set(isNext);
  };
  return {
    ...menu,
    suggestions,
    chosen: suggestions[menu.active],
    open: (areAllWanted: boolean) => set(true, areAllWanted),
    close: () => set(false, false),
    choose({ kind, insert }: Suggestion) {
      const { start, end } = range;
      const added = kind === 'value' && !/^\s/.test(text.slice(end)) ? `${insert} ` : insert;
      nextCursor.current = start + added.length;
      set(kind === 'field', kind === 'field');
      store.type(`${text.slice(0, start)}${added}${text.slice(end)}`);
    },
  };
}

/** Returns the suggestions at the cursor. `isWanted` is true if the user asked for all of them. */
function useCompletions(
  store: SearchStore,
  text: string,
  cursor: number,
  isWanted: boolean,
): Completions {
  const lookup = store.lookup.value;
  let isNamed = false;
  const found = completionsAt(text, cursor, (field, typed) => {
    isNamed = field !== 'label';
    return lookup(field, typed);
  });
  useEffect(() => {
    if (isNamed) store.readNames();
  }, [isNamed, store]);
  const { range, suggestions } = found;
  const isName = suggestions[0]?.kind === 'field';
  const typed = text.slice(range.start, cursor);
  const isLong = typed.length >= MIN_TYPED;
  if (isName && !isWanted && !isLong) return { range, suggestions: [] };
  // A value that is complete needs no suggestion of itself.
  const [only] = suggestions;
  const isDone = suggestions.length === 1 && only?.insert === typed;
  return isDone ? { range, suggestions: [] } : found;
}

interface MarkedTextProps {
  readonly text: string;
  readonly problems: readonly SearchProblem[];
}

/** Shows the text with the parts that have a problem. It lies behind the field. */
function MarkedText({ text, problems }: MarkedTextProps): JSX.Element {
  const parts: (string | JSX.Element)[] = [];
  let last = 0;
  for (const { start, end } of problems) {
    if (start < last) continue;
    parts.push(text.slice(last, start));
    parts.push(
      <span class="search-wrong" key={start}>
        {text.slice(start, end)}
      </span>,
    );
    last = end;
  }
  return <>{[...parts, text.slice(last)]}</>;
}
