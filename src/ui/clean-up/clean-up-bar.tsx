import removeIcon from 'lucide-static/icons/eraser.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { Capturing } from '../capture/keep-all-images';
import { Recapture, type RecaptureDeps } from '../capture/recapture';
import { Button } from '../components/button';
import { useKeys } from '../components/key-bindings';
import type { HighlightsStore } from '../highlights/store/highlights-store';
import type { PaintedText } from '../highlights/store/painted-text';
import { formatNumber, t } from '../strings';
import { type CleanUp, type CleanUpDeps, createCleanUp } from './clean-up-store';
import { blockBeside, largerBlock, placeIn, smallerBlock, unitAround, unitsOf } from './pointable';
import { RemovedParts } from './removed-parts';
import './clean-up.css';

/** The screen in which the article is, in px from the top of the window. */
interface Screen {
  screen(): { readonly top: number; readonly bottom: number };
  scrollBy(px: number): void;
}

interface CleanUpBarProps {
  readonly deps: CleanUpDeps &
    Omit<RecaptureDeps, 'background'> & {
      /** Absent in the web app. */
      readonly capturing?: Pick<Capturing, 'background'> | undefined;
    };
  readonly bookmark: Bookmark;
  readonly article: Article;
  /** The article as it is shown; null while it is built. */
  readonly text: PaintedText | null;
  readonly highlights: Pick<HighlightsStore, 'listed'>;
  readonly viewport: Screen;
  readonly onClose: () => void;
}

/** The attribute of the block that is chosen, and of the one under the pointer. */
const CLEAN_UP_ATTRIBUTE = 'data-clean-up';

/**
 * The mode in which a person points at blocks of an article with the mouse or the arrow keys, and
 * removes them. What was left out of the page can be kept.
 */
export function CleanUpBar(props: CleanUpBarProps): JSX.Element {
  const { deps, bookmark, article, text, onClose } = props;
  const store = useMemo(() => createCleanUp(deps, bookmark), [deps.library, bookmark.id]);
  const button = useRef<HTMLButtonElement>(null);
  const root = text?.root ?? null;
  const { chosen, isAsked, step, larger, smaller, remove } = useChosen(props, store);
  useEffect(() => void store.load(), [store, article.html]);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  useKeys([
    { keys: ['↓', 'j'], action: 'cleanUpNext', run: () => step(1) },
    { keys: ['↑', 'k'], action: 'cleanUpPrevious', run: () => step(-1) },
    { keys: ['+', '='], action: 'cleanUpLarger', run: larger },
    { keys: ['-'], action: 'cleanUpSmaller', run: smaller },
    { keys: ['Enter', 'Delete', 'x'], action: 'cleanUpRemove', run: () => void remove() },
    { keys: ['Esc'], action: 'actionDone', run: onClose },
  ]);

  return (
    <section class="clean-up stack gap-2" aria-label={t('cleanUp')}>
      <p class="soft">
        {isAsked
          ? t('cleanUpHasHighlight')
          : t(store.isPageKnown.value ? 'cleanUpHint' : 'cleanUpUnknown')}
      </p>
      <div class="cluster">
        <Button
          look="primary"
          icon={removeIcon}
          isDisabled={chosen === null}
          buttonRef={button}
          onClick={() => void remove()}
        >
          {t(isAsked ? 'cleanUpRemoveAnyway' : 'cleanUpRemove')}
        </Button>
        <Button isDisabled={chosen === null} onClick={larger}>
          {t('cleanUpLarger')}
        </Button>
        <Button isDisabled={chosen === null} onClick={smaller}>
          {t('cleanUpSmaller')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('actionDone')}
        </Button>
      </div>
      <p class="visually-hidden" role="status">
        {isAsked ? t('cleanUpHasHighlight') : root && chosen && described(root, chosen)}
      </p>
      <RemovedParts
        parts={store.removed.value}
        lang={bookmark.lang}
        onKeep={(part) => void store.keep(article, part)}
      />
      {deps.capturing && <Recapture deps={{ ...deps, ...deps.capturing }} bookmark={bookmark} />}
    </section>
  );
}

/** The block that the person has chosen, and what can be done about it. */
function useChosen(props: CleanUpBarProps, store: CleanUp) {
  const { article, text, viewport } = props;
  const [chosen, choose] = useState<HTMLElement | null>(null);
  const [isAsked, ask] = useState(false);
  /** The place of the chosen block on the screen, for the next text. */
  const next = useRef<{ readonly unit: number; readonly top: number } | null>(null);
  const root = text?.root ?? null;

  useEffect(() => {
    if (root === null) return;
    const units = unitsOf(root);
    const wanted = next.current;
    next.current = null;
    const unit = units[Math.min(wanted?.unit ?? firstBelow(units, viewport), units.length - 1)];
    choose(unit ?? null);
    if (unit && wanted) viewport.scrollBy(unit.getBoundingClientRect().top - wanted.top);
    // Another text has a new `PaintedText` in the same root.
  }, [text]);
  useLayoutEffect(() => mark(chosen, 'chosen'), [chosen]);
  usePointer(root, select);

  function select(element: HTMLElement | null): void {
    ask(false);
    if (element === null) return;
    choose(element);
    bringIntoView(element, viewport);
  }

  return {
    chosen,
    /** True if the person is asked once more, because the block has highlights. */
    isAsked,
    step: (by: 1 | -1) => root && select(blockBeside(root, chosen, by)),
    larger: () => root && chosen && select(largerBlock(root, chosen)),
    smaller: () => chosen && select(smallerBlock(chosen)),
    async remove() {
      if (root === null || chosen === null) return;
      if (!isAsked && highlightsIn(chosen, props) > 0) return ask(true);
      const unit = Math.max(0, unitWith(chosen, unitsOf(root)));
      next.current = { unit, top: chosen.getBoundingClientRect().top };
      ask(false);
      if (!(await store.remove(article, placeIn(root, chosen)))) next.current = null;
    },
  };
}

/** Returns the place of the unit that has a block, or that is in it; -1: there is none. */
const unitWith = (block: HTMLElement, units: readonly HTMLElement[]): number =>
  units.findIndex((unit) => unit === block || unit.contains(block) || block.contains(unit));

function bringIntoView(element: HTMLElement, viewport: Screen): void {
  const { top, bottom } = element.getBoundingClientRect();
  const screen = viewport.screen();
  if (top < screen.top + MARGIN_PX) viewport.scrollBy(top - screen.top - MARGIN_PX);
  else if (bottom > screen.bottom - MARGIN_PX && bottom - top < screen.bottom - screen.top) {
    viewport.scrollBy(bottom - screen.bottom + MARGIN_PX);
  }
}

/** Between a chosen block and the edge of the screen. */
const MARGIN_PX = 16;
const MAX_DESCRIBED = 120;

/** The chosen block in words, for screen readers. */
function described(root: HTMLElement, chosen: HTMLElement): string {
  const units = unitsOf(root);
  const at = unitWith(chosen, units);
  const text = (chosen.textContent ?? '').replace(/\s+/g, ' ').trim();
  const words = text === '' ? t('cleanUpImage') : text.slice(0, MAX_DESCRIBED);
  return t('cleanUpChosen', formatNumber(at + 1), formatNumber(units.length), words);
}

/** Returns the first block that begins on the screen. */
function firstBelow(units: readonly HTMLElement[], viewport: Screen): number {
  const { top } = viewport.screen();
  return Math.max(
    0,
    units.findIndex((unit) => unit.getBoundingClientRect().top >= top),
  );
}

function highlightsIn(
  block: HTMLElement,
  { highlights, text }: Pick<CleanUpBarProps, 'highlights' | 'text'>,
): number {
  return highlights.listed.value.filter(
    ({ highlight }) => text?.rangeOf(highlight.id)?.intersectsNode(block) ?? false,
  ).length;
}

function mark(element: HTMLElement | null, value: string): () => void {
  element?.setAttribute(CLEAN_UP_ATTRIBUTE, value);
  return () => element?.removeAttribute(CLEAN_UP_ATTRIBUTE);
}

/** Outlines the block under the pointer and chooses it with a click, which follows no link. */
function usePointer(root: HTMLElement | null, onChoose: (element: HTMLElement) => void): void {
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (root === null) return;
    const left = new AbortController();
    const { signal } = left;
    let over: HTMLElement | null = null;
    const unitAt = ({ target }: Event) =>
      target instanceof Node ? unitAround(root, target) : null;
    const point = (unit: HTMLElement | null) => {
      if (unit === over) return;
      if (over?.getAttribute(CLEAN_UP_ATTRIBUTE) === 'over')
        over.removeAttribute(CLEAN_UP_ATTRIBUTE);
      over = unit;
      if (over && !over.hasAttribute(CLEAN_UP_ATTRIBUTE))
        over.setAttribute(CLEAN_UP_ATTRIBUTE, 'over');
    };
    root.addEventListener('pointerover', (event) => point(unitAt(event)), { signal });
    root.addEventListener('pointerleave', () => point(null), { signal });
    const onClick = (event: MouseEvent) => {
      const unit = unitAt(event);
      if (unit === null) return;
      event.preventDefault();
      event.stopPropagation();
      choose.current(unit);
    };
    root.addEventListener('click', onClick, { signal, capture: true });
    return () => {
      left.abort();
      point(null);
    };
  }, [root]);
}
