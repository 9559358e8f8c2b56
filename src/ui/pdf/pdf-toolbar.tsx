import { useSignal } from '@preact/signals';
import nextIcon from 'lucide-static/icons/chevron-down.svg?icon';
import previousIcon from 'lucide-static/icons/chevron-up.svg?icon';
import darkIcon from 'lucide-static/icons/moon.svg?icon';
import fitIcon from 'lucide-static/icons/move-horizontal.svg?icon';
import contentsIcon from 'lucide-static/icons/table-of-contents.svg?icon';
import largerIcon from 'lucide-static/icons/zoom-in.svg?icon';
import smallerIcon from 'lucide-static/icons/zoom-out.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { IconButton } from '../components/button';
import { formatNumber, t } from '../strings';
import type { PdfChapter, PdfDocument } from './pdf-document';

interface PdfToolbarProps {
  readonly document: PdfDocument;
  /** False while there are no pages to act on. */
  readonly isOpen: boolean;
  readonly isInverted: boolean;
  readonly onInvert: () => void;
}

/** Page, zoom, contents and search of a document, in one line. */
export function PdfToolbar(props: PdfToolbarProps): JSX.Element {
  const { document, isOpen, isInverted, onInvert } = props;
  const contentsId = useId();
  const chapters = document.chapters.value;
  return (
    <div class="pdf-toolbar cluster" role="toolbar" aria-label={t('pdfToolbar')}>
      {chapters.length > 0 && (
        <>
          <IconButton label={t('pdfContents')} icon={contentsIcon} popoverTarget={contentsId} />
          <nav
            id={contentsId}
            class="pdf-contents card scroll"
            popover="auto"
            aria-label={t('pdfContents')}
          >
            <Chapters chapters={chapters} />
          </nav>
        </>
      )}
      <label class="line">
        {t('pdfPage')}
        <input
          class="field pdf-page"
          type="number"
          min={1}
          max={document.pages.value}
          disabled={!isOpen}
          value={document.page.value}
          onChange={({ currentTarget }) => document.goToPage(Number(currentTarget.value))}
        />
        <span>{t('pdfOfPages', formatNumber(document.pages.value))}</span>
      </label>
      <IconButton
        label={t('pdfSmaller')}
        icon={smallerIcon}
        isDisabled={!isOpen}
        onClick={() => document.zoom(-1)}
      />
      <IconButton
        label={t('pdfLarger')}
        icon={largerIcon}
        isDisabled={!isOpen}
        onClick={() => document.zoom(1)}
      />
      <IconButton label={t('pdfFit')} icon={fitIcon} isDisabled={!isOpen} onClick={document.fit} />
      <IconButton
        label={t('pdfInvert')}
        icon={darkIcon}
        isPressed={isInverted}
        onClick={onInvert}
      />
      <PdfSearch document={document} isOpen={isOpen} />
    </div>
  );
}

function Chapters({ chapters }: { readonly chapters: readonly PdfChapter[] }): JSX.Element {
  return (
    <ul>
      {chapters.map((chapter) => (
        <li key={chapter}>
          <button type="button" class="button" data-look="quiet" onClick={chapter.open}>
            <bdi>{chapter.title}</bdi>
          </button>
          {chapter.chapters.length > 0 && <Chapters chapters={chapter.chapters} />}
        </li>
      ))}
    </ul>
  );
}

/** Finds words on the pages. Enter goes on to the next match, with Shift to the previous one. */
function PdfSearch({ document, isOpen }: Pick<PdfToolbarProps, 'document' | 'isOpen'>) {
  const words = useSignal('');
  const { value: matches } = document.matches;
  const hasMatches = matches !== null && matches.total > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox has no such element in all supported versions
    <form
      role="search"
      class="line push"
      onSubmit={(event) => {
        event.preventDefault();
        document.find(words.value);
      }}
    >
      <span class="hint" role="status">
        {matches !== null &&
          words.value !== '' &&
          (hasMatches
            ? t('pdfMatch', formatNumber(matches.current), formatNumber(matches.total))
            : t('pdfNoMatch'))}
      </span>
      <input
        class="field"
        type="search"
        dir="auto"
        aria-label={t('pdfFind')}
        placeholder={t('pdfFind')}
        disabled={!isOpen}
        value={words.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
          document.find(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          document.find(words.value, true);
        }}
      />
      <IconButton
        label={t('keyPrevious')}
        icon={previousIcon}
        isDisabled={!hasMatches}
        onClick={() => document.find(words.value, true)}
      />
      <IconButton
        label={t('keyNext')}
        icon={nextIcon}
        isDisabled={!hasMatches}
        onClick={() => document.find(words.value)}
      />
    </form>
  );
}
