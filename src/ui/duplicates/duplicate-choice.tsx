import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { DuplicateMember } from '../../domain/duplicates';
import { Button } from '../components/button';
import { formatDate, formatMoment, t } from '../strings';
import { reasonWords, sizeWords, stateWords } from './duplicate-words';
import type { ShownGroup } from './shown-group';

interface DuplicateChoiceProps {
  readonly group: ShownGroup;
  readonly member: DuplicateMember;
  /** Of the article, in the reader. */
  readonly href: string;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onApart: () => void;
}

/** One bookmark of a group: all that speaks for keeping it, and why it may be the same page. */
export function DuplicateChoice(props: DuplicateChoiceProps): JSX.Element {
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
      <div class="duplicate-words">
        <label for={id}>
          <span class="visually-hidden">{t('duplicateKeep')}</span>{' '}
          <bdi dir="ltr" class="duplicate-address">
            {bookmark.url}
          </bdi>
        </label>
        <p class="duplicate-facts" id={`${id}-facts`}>
          <span class="duplicate-fact">{sizeWords(member)}</span>
          <time
            class="duplicate-fact"
            dateTime={new Date(bookmark.created).toISOString()}
            title={formatMoment(bookmark.created)}
          >
            {t('duplicateSaved', formatDate(bookmark.created))}
          </time>
          {stateWords(member).map((words) => (
            <span key={words} class="duplicate-fact">
              {words}
            </span>
          ))}
          {bookmark.labels.map((label) => (
            <bdi key={label} class="duplicate-label">
              {label}
            </bdi>
          ))}
        </p>
        {likeness && (
          <p class="duplicate-reason" data-sure={likeness.isSure}>
            {reasonWords(likeness)}
            {!likeness.isSure && <strong>{t('duplicateUnsure')}</strong>}
          </p>
        )}
      </div>
      <div class="duplicate-buttons">
        <a class="button" data-look="quiet" href={href} target="_blank" rel="noopener">
          {t('duplicateLook')} <span class="visually-hidden">{bookmark.url}</span>
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
