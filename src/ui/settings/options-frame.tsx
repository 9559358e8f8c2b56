import backIcon from 'lucide-static/icons/arrow-left.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { BarToLibrary, LIBRARY_PAGE } from '../components/bottom-bar';
import { Icon, Mark } from '../components/icon';
import { type PlainKey, t } from '../strings';
import './options-phone.css';

interface OptionsFrameProps {
  readonly sections: readonly (readonly [
    id: string,
    title: PlainKey,
    ...rest: readonly unknown[],
  ])[];
  /** The id of the section that is shown; null: only their list. */
  readonly chosen: string | null;
  readonly title: PlainKey;
  /** True in a narrow window that is touched. It shows the list or a section, above the bar of the app. */
  readonly isPhone: boolean;
  /** The section. */
  readonly children: ComponentChildren;
}

/** The title, the links to the sections and the section that is shown. */
export function OptionsFrame(props: OptionsFrameProps): JSX.Element {
  const { chosen, title, isPhone } = props;
  return (
    <div class="options" data-phone={isPhone}>
      <header class="options-head line gap-3">
        {isPhone ? (
          <a
            class="icon-button"
            href={chosen === null ? LIBRARY_PAGE : '#'}
            aria-label={t('readerBack')}
            title={t('readerBack')}
          >
            <Icon shapes={backIcon} />
          </a>
        ) : (
          <Mark />
        )}
        <h1>{t(title)}</h1>
      </header>
      {!(isPhone && chosen !== null) && <OptionsNav {...props} />}
      {chosen !== null && props.children}
      {isPhone && <BarToLibrary />}
    </div>
  );
}

/** Links to the sections, beside them where there is room. */
const OptionsNav = ({ sections, chosen }: OptionsFrameProps): JSX.Element => (
  <nav class="options-nav" aria-label={t('optionsNav')}>
    <ul class="cluster gap-1 row-gap-0">
      {sections.map(([id, title]) => (
        <li key={id}>
          <a class="line gap-0" href={`#/${id}`} aria-current={id === chosen ? 'page' : undefined}>
            {t(title)}
          </a>
        </li>
      ))}
      <li class="options-away">
        <a class="line gap-0" href={LIBRARY_PAGE}>
          {t('libraryOpen')}
        </a>
      </li>
    </ul>
  </nav>
);
