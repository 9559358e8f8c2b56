import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { Button } from '../components/button';
import { plural, t } from '../strings';
import { DuplicateChoice } from './duplicate-choice';
import type { DuplicatesStore } from './duplicates-store';
import { type ShownGroup, titledOf } from './shown-group';

interface DuplicateCardProps {
  readonly group: ShownGroup;
  readonly store: DuplicatesStore;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Bookmarks that may be the same page, which of them is kept, and what to do about them. */
export function DuplicateCard({ group, store, hrefOf }: DuplicateCardProps): JSX.Element {
  const title = useId();
  const isBusy = store.isBusy.value;
  const titled = titledOf(group)?.bookmark;
  return (
    <li class="duplicate-card">
      <section aria-labelledby={title}>
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
              onApart={() => void store.setApart(group, member.bookmark.id)}
            />
          ))}
        </div>
        <p class="duplicate-join">
          <Button isDisabled={isBusy} onClick={() => void store.join(group)}>
            {plural('duplicatesJoin', group.members.length)}
          </Button>
        </p>
      </section>
    </li>
  );
}
