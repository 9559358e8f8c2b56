import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import {
  HIGHLIGHT_COLORS,
  type HighlightColor,
  NOTE_MAX_LENGTH,
  SENT_NOTE_MAX_LENGTH,
  type ShownColor,
  shownColor,
} from '../../../domain/highlight';
import type { LocalOnly } from '../../../library';
import { Button, IconButton } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { TOUCH } from '../../components/follow-media';
import { COLOR_NAMES } from '../../field-names';
import { formatNumber, type PlainKey, t } from '../../strings';
import type { HighlightActions, ListedHighlight } from '../store/listed-highlights';
import { EDITED_NAME } from '../store/painted-text';
import './highlight-controls.css';

/** The colours of controls and quotes. highlights.css has those of texts. */
const SWATCHES = {
  yellow: '#f5cf2e',
  red: '#f08080',
  blue: '#74aaf2',
  green: '#74c686',
  none: 'var(--line-strong)',
} as const satisfies Record<ShownColor, string>;

/** Returns the style of what has the colour of a highlight. */
export const inColor = (color: string) => ({ '--highlight': SWATCHES[shownColor(color)] });

interface ColorButtonsProps {
  /** The accessible name of the group. */
  readonly label: string;
  /** Absent if a click does not choose a colour for longer; null: none is chosen. */
  readonly chosen?: ShownColor | null;
  readonly onChoose: (color: HighlightColor) => void;
}

/** One button for each colour. */
export function ColorButtons({ label, chosen, onChoose }: ColorButtonsProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend.
    <span class="highlight-colors" role="group" aria-label={label}>
      {HIGHLIGHT_COLORS.map((color) => (
        <button
          key={color}
          type="button"
          class="highlight-color"
          style={inColor(color)}
          title={t(COLOR_NAMES[color])}
          aria-label={t(COLOR_NAMES[color])}
          aria-pressed={chosen === undefined ? undefined : chosen === color}
          onClick={() => onChoose(color)}
        />
      ))}
    </span>
  );
}

interface SelectionBubbleProps {
  /** The selected text, in CSS pixels of the window. */
  readonly rect: DOMRect;
  readonly onChoose: (color: HighlightColor) => void;
  /** More buttons, after the colours. */
  readonly children?: ComponentChildren;
}

/** The colours beside selected text. */
export function SelectionBubble(props: SelectionBubbleProps): JSX.Element {
  const { rect, onChoose, children } = props;
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bubble;
    if (current?.style) placeBelow(current, [rect], isTouched() ? 'under handles' : 'beside');
  }, [rect]);
  return (
    // A press must not end the selection.
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are the controls.
    <div class="highlight-bubble" ref={bubble} onMouseDown={(event) => event.preventDefault()}>
      <ColorButtons label={t('commandHighlight')} onChoose={onChoose} />
      {children}
    </div>
  );
}

interface EditorFieldsProps {
  readonly store: HighlightActions;
  readonly listed: ListedHighlight;
  readonly copyText: string;
}

interface HighlightEditorProps extends EditorFieldsProps {
  /** The words of the highlight. */
  readonly range: Range;
  /** True if the person has asked for the note. */
  readonly isForNote?: boolean;
  readonly onClose: () => void;
}

/** The editor of a highlight beside its text. It closes on Escape and on a click elsewhere. */
export function HighlightEditor(props: HighlightEditorProps): JSX.Element {
  const { range, isForNote = false, onClose, ...fields } = props;
  const editor = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = editor;
    if (current === null) return;
    const before = document.activeElement;
    current.showPopover();
    // The keyboard of a touched screen would cover what was just pressed.
    const first = isTouched() && !isForNote ? current : current.querySelector('textarea');
    first?.focus({ preventScroll: true });
    return () => before instanceof HTMLElement && before.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    CSS.highlights.set(EDITED_NAME, new Highlight(range));
    const stopped = new AbortController();
    const place = () => {
      if (editor.current) placeBelow(editor.current, [...range.getClientRects()]);
    };
    place();
    const options = { signal: stopped.signal, capture: true, passive: true };
    window.addEventListener('scroll', place, options);
    window.addEventListener('resize', place, options);
    return () => {
      stopped.abort();
      CSS.highlights.delete(EDITED_NAME);
    };
  }, [range]);
  return (
    <div
      class="highlight-editor"
      role="dialog"
      aria-label={t('highlightEdit')}
      popover="auto"
      tabIndex={-1}
      ref={editor}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <EditorFields {...fields} />
    </div>
  );
}

/** Edits the colour and the note of a highlight. */
export function EditorFields({ store, listed, copyText }: EditorFieldsProps): JSX.Element {
  const { highlight, place } = listed;
  return (
    <>
      <div class="highlight-editor-top">
        <ColorButtons
          label={t('highlightColor')}
          chosen={shownColor(highlight.color)}
          onChoose={(color) => void store.setColor(highlight, color)}
        />
        <IconButton
          label={t('highlightDelete')}
          icon={deleteIcon}
          onClick={() => void store.remove(highlight)}
        />
      </div>
      {place?.isSure === false && (
        <fieldset class="highlight-question">
          <legend>{t('highlightIsRight')}</legend>
          <Button onClick={() => void store.confirm(highlight)}>{t('highlightRight')}</Button>
          <Button onClick={() => void store.refuse(highlight)}>{t('highlightWrong')}</Button>
        </fieldset>
      )}
      <LocalOnlyLine reason={store.localOnly.value.get(highlight.id)} />
      <NoteField highlight={highlight} setNote={store.setNote} />
      <CopyButton label={t('highlightCopy')} text={copyText} />
    </>
  );
}

interface NoteFieldProps extends Pick<HighlightActions, 'setNote'> {
  readonly highlight: ListedHighlight['highlight'];
}

/** Edits the note of a highlight. */
export function NoteField({ highlight, setNote }: NoteFieldProps): JSX.Element {
  const noteId = useId();
  const hintId = useId();
  return (
    <>
      <label for={noteId}>{t('highlightNote')}</label>
      <textarea
        id={noteId}
        class="field"
        rows={3}
        dir="auto"
        maxLength={NOTE_MAX_LENGTH}
        aria-describedby={hintId}
        // Stored at once: the editor or the page may close without another event.
        defaultValue={highlight.note}
        onInput={({ currentTarget }) => void setNote(highlight, currentTarget.value)}
      />
      <p class="hint highlight-note-hint" id={hintId} role="status">
        {[...highlight.note].length > SENT_NOTE_MAX_LENGTH &&
          t('highlightNoteTooLong', formatNumber(SENT_NOTE_MAX_LENGTH))}
      </p>
    </>
  );
}

const ONLY_HERE = {
  bookmark: 'highlightHereWithPage',
  'no-article': 'highlightHereNoArticle',
  'not-found': 'highlightHereNoPlace',
  covered: 'highlightHereNoPlace',
  'no-place': 'highlightHereNoPlace',
  'note-only': 'highlightHereNote',
  person: 'highlightHereChosen',
} as const satisfies Record<LocalOnly, PlainKey>;

/** Says why a highlight is on this device only. */
export function LocalOnlyLine({
  reason,
}: {
  readonly reason: LocalOnly | undefined;
}): JSX.Element | null {
  return reason === undefined ? null : <p class="hint">{t(ONLY_HERE[reason])}</p>;
}

const GAP_PX = 8;
/** The height of the handles under a selection, by which a finger drags its ends. */
const HANDLES_PX = 32;

/** True on a screen that is touched. */
export const isTouched = (): boolean => window.matchMedia(TOUCH).matches;

/**
 * Places `element` below the last of `lines`, or above the first where there is no room. It stays inside
 * the window when the lines leave it. Above the selection of a finger is the menu of the system, so
 * the element stays at the bottom there.
 */
export function placeBelow(
  element: HTMLElement,
  lines: readonly DOMRect[],
  place: 'beside' | 'under handles' = 'beside',
): void {
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return;
  const { offsetWidth, offsetHeight } = element;
  const below = last.bottom + (place === 'beside' ? GAP_PX : HANDLES_PX);
  const hasRoom = place === 'under handles' || below + offsetHeight <= window.innerHeight;
  const { left, right } = hasRoom ? last : first;
  const middle = (left + right - offsetWidth) / 2;
  const top = hasRoom ? below : first.top - GAP_PX - offsetHeight;
  const within = (value: number, size: number, room: number) =>
    Math.max(GAP_PX, Math.min(value, room - size - GAP_PX));
  element.style.left = `${within(middle, offsetWidth, window.innerWidth)}px`;
  element.style.top = `${within(top, offsetHeight, window.innerHeight)}px`;
}

/** Renders text in the colour of a highlight. */
export function HighlightedQuote(props: {
  readonly color: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <q class="highlight-quote" style={inColor(props.color)} dir="auto">
      {props.children}
      <span class="visually-hidden"> ({t(COLOR_NAMES[shownColor(props.color)])})</span>
    </q>
  );
}
