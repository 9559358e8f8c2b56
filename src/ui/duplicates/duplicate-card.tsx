import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { DuplicateMember, DuplicateReason, Likeness } from '../../domain/duplicates';
import { Button } from '../components/button';
import { formatDate, formatMoment } from '../format';
import { labelStyle } from '../labels/label-style';
import { formatNumber, type PlainKey, plural, t } from '../strings';
import type { DuplicatesStore } from './duplicates-store';
import { type ShownGroup, titledOf } from './shown-group';

interface DuplicateCardProps {
  readonly group: ShownGroup;
  readonly store: DuplicatesStore;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Shows a group of possible duplicates, which one is kept, and the actions. */
export function DuplicateCard({ group, store, hrefOf }: DuplicateCardProps): JSX.Element {
  const title = useId();
  const isBusy = store.isBusy.value;
  const titled = titledOf(group)?.bookmark;
  return (
    <li class="duplicate-card">
      <section class="card stack gap-2" aria-labelledby={title}>
        <h2 id={title}>
          <bdi lang={titled?.lang || undefined}>{titled?.title}</bdi>
        </h2>
        <div role="radiogroup" aria-label={t('duplicatesKeep')}>
          {group.members.map((member) => (
            <DuplicateChoice
              key={member.bookmark.id}
              group={group}
              member={member}
              href={hrefOf(member.bookmark.id)}
              isBusy={isBusy}
              onKeep={() => store.keep(group, member.bookmark.id)}
              onApart={() => void store.markDistinct(group, member.bookmark.id)}
            />
          ))}
        </div>
        <p class="duplicate-join">
          <Button isDisabled={isBusy} onClick={() => void store.join(group)}>
            {t('duplicatesJoin', formatNumber(group.members.length))}
          </Button>
        </p>
      </section>
    </li>
  );
}

interface DuplicateChoiceProps {
  readonly group: ShownGroup;
  readonly member: DuplicateMember;
  /** The address of the article in the reader. */
  readonly href: string;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onApart: () => void;
}

/** Shows one bookmark of a group with the facts that matter for the choice. */
function DuplicateChoice(props: DuplicateChoiceProps): JSX.Element {
  const { group, member, href, isBusy, onKeep, onApart } = props;
  const { bookmark } = member;
  const id = useId();
  const isKept = bookmark.id === group.keep;
  const likeness = group.likenesses.get(bookmark.id);
  return (
    <div class="duplicate" data-kept={isKept}>
      <input
        type="radio"
        id={id}
        name={group.key}
        checked={isKept}
        disabled={isBusy}
        aria-describedby={`${id}-facts`}
        onChange={onKeep}
      />
      <div class="duplicate-words stack gap-1">
        <label for={id}>
          <span class="visually-hidden">{t('duplicateKeep')}</span>{' '}
          <bdi dir="ltr" class="duplicate-address wrap-anywhere">
            {bookmark.url}
          </bdi>
        </label>
        <p class="duplicate-facts cluster row-gap-1 hint" id={`${id}-facts`}>
          <span class="duplicate-fact">{sizeText(member)}</span>
          <time
            class="duplicate-fact"
            dateTime={new Date(bookmark.created).toISOString()}
            title={formatMoment(bookmark.created)}
          >
            {t('duplicateSaved', formatDate(bookmark.created))}
          </time>
          {stateTexts(member).map((words) => (
            <span key={words} class="duplicate-fact">
              {words}
            </span>
          ))}
          {bookmark.labels.map((label) => (
            <bdi key={label} class="duplicate-label" style={labelStyle.value?.(label)}>
              {label}
            </bdi>
          ))}
        </p>
        {likeness && (
          <p class="duplicate-reason cluster row-gap-1 hint" data-sure={likeness.isSure}>
            {reasonText(likeness)}
            {!likeness.isSure && <strong>{t('duplicateUnsure')}</strong>}
          </p>
        )}
      </div>
      <div class="duplicate-buttons cluster">
        <a class="button" data-look="quiet" href={href} target="_blank" rel="noopener">
          {t('actionReadNow')} <span class="visually-hidden">{bookmark.url}</span>
        </a>
        {likeness && (
          <Button look="quiet" isDisabled={isBusy} onClick={onApart}>
            {t('duplicateApart')} <span class="visually-hidden">{bookmark.url}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

const DUPLICATE_REASONS = {
  address: 'duplicateAddress',
  www: 'duplicateWww',
  mobile: 'duplicateWww',
  amp: 'duplicateWww',
  index: 'duplicateWww',
  tracking: 'duplicateTracking',
  route: 'duplicateRoute',
  canonical: 'duplicateCanonical',
  text: 'duplicateText',
  near: 'duplicateNear',
} as const satisfies Record<DuplicateReason, PlainKey>;

/** Says why the bookmark may be a duplicate of the kept one. */
const reasonText = ({ reasons }: Likeness): string =>
  reasons.map((reason) => t(DUPLICATE_REASONS[reason])).join(' · ');

/** Describes the size of the article: words and images, or that only the address is saved. */
function sizeText({ bookmark, article }: DuplicateMember): string {
  const { content, wordCount } = bookmark;
  if (content.kind === 'address' && content.reason !== 'on-server') return t('rowAddressOnly');
  const words = plural('reportWords', wordCount);
  if (article === null) return `${words} · ${t('duplicateOnServer')}`;
  return article.images === 0
    ? words
    : `${words} · ${t('duplicateImages', formatNumber(article.images))}`;
}

/** Describes the bookmark's state: favourite, archived, reading progress. */
function stateTexts({ bookmark }: DuplicateMember): readonly string[] {
  const { isFavourite, isArchived, readProgress } = bookmark;
  return [
    ...(isFavourite ? [t('actionFavourite')] : []),
    ...(isArchived ? [t('searchIsArchived')] : []),
    ...(readProgress > 0 ? [t('rowProgress', formatNumber(readProgress))] : []),
  ];
}
