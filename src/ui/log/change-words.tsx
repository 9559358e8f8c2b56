import type { JSX } from 'preact';
import type { BookmarkId } from '../../domain/bookmark';
import { describePath, type SiteRule } from '../../domain/site-rules/site-rule';
import type { BulkAction, Cause, LogEntry, RecentChange } from '../../library';
import { resultKey } from '../bulk/bulk-store';
import { formatNumber, plural, t } from '../strings';
import { replacedText } from '../sync/journal-text';

/** Words of a person, which may have another direction. */
const Words = ({ text }: { readonly text: string }): JSX.Element | null =>
  text === '' ? null : (
    <p dir="auto">
      <bdi>{text}</bdi>
    </p>
  );

interface TitleProps {
  readonly hrefOf: (id: BookmarkId) => string;
  readonly id: BookmarkId | null | undefined;
  readonly titles: RecentChange['titles'];
}

export const Title = ({ id, titles, hrefOf }: TitleProps): JSX.Element => (
  <p>
    <a {...(id && { href: hrefOf(id) })}>
      <bdi>{(id && titles.get(id)) ?? t('journalGone')}</bdi>
    </a>
  </p>
);

const ruleText = ({ action, path, label }: SiteRule): string =>
  t(action === 'remove' ? 'siteRuleRemoves' : 'siteRuleKeeps', label || describePath(path));

interface ChangeWordsProps extends Pick<TitleProps, 'hrefOf'> {
  readonly change: RecentChange;
  /** True if the title of its page stands above. */
  readonly isFolded: boolean;
}

/** Says what a person did, or undid. */
export function ChangeWords(props: ChangeWordsProps): JSX.Element {
  const { cause } = props.change.group;
  if (cause.kind !== 'undo') return <DoneWords {...props} done={cause} />;
  return (
    <>
      <Words text={t('toastUndone')} />
      <DoneWords {...props} done={cause.of} />
    </>
  );
}

interface DoneWordsProps extends ChangeWordsProps {
  readonly done: Exclude<Cause, { readonly kind: 'undo' }>;
}

function DoneWords({ change, done, isFolded, hrefOf }: DoneWordsProps): JSX.Element {
  const { group, row, titles } = change;
  switch (done.kind) {
    case 'one':
      return (
        <>
          {shownOf(row).map((entry) => (
            <EntryWords
              key={`${entry.table} ${entry.ids[0]}`}
              entry={entry}
              isCleanUp={isCleanUp(row)}
              isFolded={isFolded}
              titles={titles}
              hrefOf={hrefOf}
            />
          ))}
        </>
      );
    case 'join':
      return (
        <>
          {joinedIn(row).map((id) => (
            <Title key={id} id={id} titles={titles} hrefOf={hrefOf} />
          ))}
          <p>{t('duplicatesJoined', formatNumber(done.count))}</p>
        </>
      );
    case 'import':
      return (
        <>
          <Words text={done.fileName} />
          <p>{plural('bookmarks', group.changed)}</p>
        </>
      );
    default:
      return (
        <>
          <p>{t(resultKey(done), plural('bookmarks', group.changed))}</p>
          <Words text={labelsOfAction(done)} />
        </>
      );
  }
}

const isCleanUp = (row: RecentChange['row']): boolean =>
  row?.entries.some(({ table }) => table === 'texts') ?? false;

/** Returns the entries of a change that have words of their own, those of *Clean up* before its rules. */
function shownOf(row: RecentChange['row']): readonly LogEntry[] {
  const entries = row?.entries ?? [];
  if (!isCleanUp(row)) return entries;
  return (['texts', 'siteRules'] as const).flatMap((shown) =>
    entries.filter(({ table }) => table === shown),
  );
}

/** Returns the bookmark that a join has left; several joins are not named. */
function joinedIn(row: RecentChange['row']): readonly BookmarkId[] {
  const joins = row?.entries.flatMap((entry) => (entry.table === 'joins' ? entry.ids : [])) ?? [];
  return joins.length === 1 ? joins : [];
}

interface EntryWordsProps extends Pick<ChangeWordsProps, 'isFolded' | 'hrefOf'> {
  readonly entry: LogEntry;
  /** True if it is a part of *Clean up*, whose words stand above. */
  readonly isCleanUp: boolean;
  readonly titles: RecentChange['titles'];
}

/** Names the record of a change and what was there before. */
function EntryWords({
  entry,
  isFolded,
  isCleanUp,
  titles,
  hrefOf,
}: EntryWordsProps): JSX.Element | null {
  switch (entry.table) {
    case 'bookmarks': {
      const { ids, before, after } = entry;
      const [id] = ids;
      const title = (id && titles.get(id)) ?? t('journalGone');
      if (before.trashedAt !== undefined)
        return <Words text={madeText(before.trashedAt !== null, title)} />;
      const { labels: added = [] } = after;
      return (
        <>
          <Title id={id} titles={titles} hrefOf={hrefOf} />
          <Replaced table={entry.table} before={before} />
          {added.length > 0 && <Words text={t('bulkLabelled', added.join(', '))} />}
        </>
      );
    }
    case 'highlights': {
      const { before, after, bookmarkId } = entry;
      const name = t('journalHighlight', entry.name);
      const isEdit = before !== null && after !== null;
      return (
        <>
          {!isFolded && <Title id={bookmarkId} titles={titles} hrefOf={hrefOf} />}
          <Words text={isEdit ? name : madeText(before === null, name)} />
          {isEdit && <Replaced table={entry.table} before={before} />}
        </>
      );
    }
    case 'collections': {
      const name = t('journalCollection', entry.name);
      if (entry.before === null || entry.after === null)
        return <Words text={madeText(entry.before === null, name)} />;
      return (
        <>
          <Words text={name} />
          <Replaced table={entry.table} before={entry.before} />
        </>
      );
    }
    case 'siteRules': {
      // The log has a whole rule on one of the sides.
      const rule = (entry.before ?? entry.after) as SiteRule;
      return (
        <>
          {!isCleanUp && (
            <Words
              text={
                entry.after === null
                  ? t('siteRuleDeleted', entry.name)
                  : t('toastRestored', entry.name)
              }
            />
          )}
          <Words text={ruleText(rule)} />
        </>
      );
    }
    case 'texts':
      return (
        <>
          <Title id={entry.ids[0]} titles={titles} hrefOf={hrefOf} />
          <Words text={t('cleanUp')} />
        </>
      );
    case 'articles': {
      const title = titles.get(entry.ids[0]) ?? t('journalGone');
      const isCapture = entry.before.revision?.cause === 'captured-again';
      return <Words text={t(isCapture ? 'earlierRecaptured' : 'earlierReplaced', title)} />;
    }
    case 'joins':
    case 'imports':
      // These acts have words of their own.
      return null;
  }
}

const madeText = (isMade: boolean, name: string): string =>
  t(isMade ? 'toastRestored' : 'toastDeleted', name);

interface ReplacedProps {
  readonly table: 'bookmarks' | 'highlights' | 'collections';
  readonly before: object;
}

/** A line for each value that was replaced. */
function Replaced({ table, before }: ReplacedProps): JSX.Element {
  const texts = Object.entries(before).flatMap(
    ([field, value]) => replacedText(table, field, value) ?? [],
  );
  return (
    <>
      {[...new Set(texts)].map((text) => (
        <Words key={text} text={text} />
      ))}
    </>
  );
}

/** Returns the labels that an action was about; empty: none. */
function labelsOfAction(action: BulkAction): string {
  if (action.kind === 'relabel') {
    const { from, to } = action.first;
    return to === null ? from : `${from} → ${to}`;
  }
  if (action.kind !== 'edit') return '';
  const { addLabels = [], removeLabels = [] } = action.patch;
  return [...addLabels, ...removeLabels].join(', ');
}
