import { signal } from '@preact/signals';
import { dayOf } from '../../domain/calendar';
import type { Highlight } from '../../domain/highlight';
import { answered, parseReview, type ReviewAnswer } from '../../domain/review';
import {
  highlightRepository,
  type Library,
  type ReviewOfDay,
  type ReviewQuery,
  reviewRepository,
} from '../../library';
import type { Act } from '../components/act';
import { readonly } from '../components/signals';
import { formatUnit, t } from '../strings';

/** One message at a time: a person may answer five times in a minute. */
const REVIEW_SUBJECT = 'review';

export type ReviewStore = ReturnType<typeof createReviewStore>;

/** The highlights of a day, and the answers of a person. */
export function createReviewStore(library: Library, act: Act, query: ReviewQuery) {
  const highlights = library.part(highlightRepository);
  const day = signal<ReviewOfDay | null>(null);
  let isAnswering = false;
  const stop = library.part(reviewRepository).watch(query, (next) => {
    isAnswering = false;
    day.value = next;
  });

  return {
    /** null until it was read. */
    day: readonly(day),
    /** Answers the highlight that is shown. */
    async answer(answer: ReviewAnswer): Promise<void> {
      const shown = day.value?.left[0]?.highlight;
      // A second press is meant for the next one, which is not there yet.
      if (shown === undefined || isAnswering) return;
      isAnswering = true;
      const review = answered(shown.review, answer, dayOf(Date.now()));
      const done = await act(highlights.edit(shown.id, { review }), {
        message: () => textOf(review),
        about: REVIEW_SUBJECT,
      });
      if (!done.ok) isAnswering = false;
    },
    async setNote({ id }: Highlight, note: string): Promise<void> {
      // Each letter is an edit. The field undoes those, and *Recent changes* the whole.
      await act(highlights.edit(id, { note }), { message: () => null });
    },
    dispose: stop,
  };
}

function textOf(review: string): string {
  const days = parseReview(review)?.intervalDays || null;
  return days === null ? t('reviewNotAgain') : t('reviewAgain', formatUnit(days, 'day'));
}
