import downloadIcon from 'lucide-static/icons/download.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Highlight } from '../../../domain/highlight';
import { unixMs } from '../../../domain/time';
import { dayOf } from '../../../formats/files/file-name';
import type { HighlightGroup, LabelCount, Library } from '../../../library';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Empty } from '../../components/empty';
import { useItemFocus } from '../../components/item-list';
import { formatNumber, t } from '../../strings';
import { downloadMarkdown, quoteAsText } from './highlight-copy';
import { HighlightFilterForm } from './highlight-filter';
import { GroupCard } from './highlight-group-card';
import type { HighlightView } from './highlight-view-store';
import { CURRENT_TAB, HighlightKeys, type HighlightListProps } from './list-keys';

interface HighlightListViewProps extends HighlightListProps {
  readonly library: Promise<Library>;
  readonly labels: readonly LabelCount[];
  readonly view: HighlightView;
}

/** The list of all highlights by page, with its filter and the actions on the chosen ones. */
export function HighlightListView(props: HighlightListViewProps): JSX.Element {
  const { library, view, labels, tools, readHref } = props;
  const { toasts } = tools;
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useItemFocus(scroller, LIST_VIEW_SELECTORS, view.groups.value);
  useReveal(scroller, view);
  const groups = view.groups.value;

  const copy = useMemo(
    () =>
      (highlight: Highlight, { bookmark }: HighlightGroup) => {
        navigator.clipboard.writeText(quoteAsText(highlight, bookmark)).then(
          () => toasts.show(t('copied')),
          () => toasts.showError(t('highlightCopyRefused')),
        );
      },
    [toasts],
  );
  const onCurrent = (act: (highlight: Highlight, group: HighlightGroup) => void) => () => {
    const id = focus.current();
    const group = groups?.find(({ highlights }) => highlights.some((each) => each.id === id));
    const highlight = group?.highlights.find((each) => each.id === id);
    if (group && highlight) act(highlight, group);
  };
  const chooseNext = ({ id }: Highlight) => view.choose([id], !view.chosen.value.has(id));
  return (
    <div class="highlights-page scroll" ref={scroller}>
      <HighlightFilterForm view={view} labels={labels} />
      {groups?.length === 0 && <EmptyHighlights view={view} />}
      <ul class="highlight-groups stack" aria-label={t('highlightsTitle')}>
        {groups?.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            view={view}
            library={library}
            readHref={readHref}
            onCopy={copy}
          />
        ))}
      </ul>
      {props.isInFront && (
        <HighlightKeys
          focus={focus}
          tools={tools}
          actions={[
            { keys: ['x'], action: 'keyChooseHighlight', run: onCurrent(chooseNext) },
            { keys: ['c'], action: 'highlightCopy', run: onCurrent(copy) },
            {
              keys: ['#', 'Delete'],
              action: 'actionDelete',
              run: onCurrent(({ id }) => void view.remove([id])),
            },
          ]}
        />
      )}
    </div>
  );
}

const LIST_VIEW_SELECTORS = {
  item: '.highlight-item',
  control: 'a, button',
  group: '.highlight-group',
  empty: CURRENT_TAB,
};

/** Copies, downloads or deletes the chosen highlights, or all that are listed. */
export function ChosenActions({ view }: Pick<HighlightListViewProps, 'view'>): JSX.Element | null {
  const chosen = view.chosen.value;
  const filter = view.filter.value;
  // Another function when the text is another one, so that *Copied* disappears.
  const markdown = useMemo(() => () => view.toMarkdown(), [view, chosen, filter]);
  if (view.groups.value === null || view.groups.value.length === 0) return null;
  const download = async () => {
    const today = dayOf(unixMs(Date.now()));
    downloadMarkdown(`highlights-${today}.md`, await markdown());
  };
  return (
    <div class="highlights-chosen cluster">
      <Button look="quiet" isPressed={view.isChoosing.value} onClick={view.toggleChoosing}>
        {t('select')}
      </Button>
      <span role="status">{chosen.size > 0 && t('selectedCount', formatNumber(chosen.size))}</span>
      <CopyButton label={t('highlightsCopyMarkdown')} text={markdown} />
      <Button icon={downloadIcon} onClick={() => void download()}>
        {t('highlightsDownload')}
      </Button>
      {chosen.size > 0 && (
        <Button
          icon={deleteIcon}
          onClick={() => {
            // The button disappears, and the focus must not.
            document.querySelector<HTMLElement>(CURRENT_TAB)?.focus();
            void view.remove([...chosen]);
          }}
        >
          {t('actionDelete')}
        </Button>
      )}
    </div>
  );
}

function EmptyHighlights({ view }: Pick<HighlightListViewProps, 'view'>): JSX.Element {
  const isFiltered = Object.values(view.filter.value).some((each) => each !== null && each !== '');
  return isFiltered ? (
    <Empty role="status" title={'highlightsNoneFoundTitle'} text={'highlightsNoneFound'} hasMark />
  ) : (
    <Empty role="status" title={'highlightsNoneTitle'} text={'highlightsNone'} hasMark />
  );
}

/** Reports which groups are visible, now and when that may have changed. */
function useReveal(scroller: RefObject<HTMLDivElement | null>, view: HighlightView): void {
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    const report = () => {
      const { bottom } = current.getBoundingClientRect();
      const cards = [...current.querySelectorAll('.highlight-group')];
      const isAbove = (card: Element) => card.getBoundingClientRect().bottom < 0;
      const start = cards.findIndex((card) => !isAbove(card));
      const end = cards.findIndex((card) => card.getBoundingClientRect().top > bottom);
      view.reveal(Math.max(0, start), end === -1 ? cards.length + 1 : end);
    };
    report();
    const observer = new ResizeObserver(report);
    observer.observe(current);
    current.addEventListener('scroll', report, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', report);
    };
  }, [scroller, view, view.groups.value]);
}
