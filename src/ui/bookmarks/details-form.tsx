import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Bookmark, BookmarkPatch } from '../../domain';
import { Button } from '../components/button';
import { t } from '../strings';
import type { BookmarkActions } from './bookmark-actions';
import type { DraftStore } from './draft-store';
import './details-form.css';

interface DetailsFormProps {
  readonly bookmark: Bookmark;
  readonly draft: DraftStore;
  readonly actions: Pick<BookmarkActions, 'edit'>;
  readonly onClose: () => void;
}

const NOTHING_TYPED = {
  title: undefined,
  siteName: undefined,
  authors: undefined,
  published: undefined,
};

/** Edits title, site, authors and date of a bookmark. */
export function DetailsForm({ bookmark, draft, actions, onClose }: DetailsFormProps): JSX.Element {
  const typed = draft.fields.value ?? {};
  const fields: DetailFields = { ...fieldsOf(bookmark), ...typed };

  const save = async (event: Event) => {
    event.preventDefault();
    if (!(await actions.edit(bookmark.id, patchOf(bookmark, fields)))) return;
    draft.keep(NOTHING_TYPED);
    onClose();
  };
  const cancel = () => {
    draft.keep(NOTHING_TYPED);
    onClose();
  };
  const keep = (name: keyof DetailFields) => (text: string) => draft.keep({ [name]: text });
  return (
    <form class="details-form" onSubmit={save}>
      <Field name={t('detailsTitle')} value={fields.title} onText={keep('title')} isRequired />
      <Field name={t('detailsSite')} value={fields.siteName} onText={keep('siteName')} />
      <Field
        name={t('detailsAuthors')}
        value={fields.authors}
        hint={t('detailsAuthorsHint')}
        onText={keep('authors')}
      />
      <Field
        name={t('detailsPublished')}
        type="date"
        value={fields.published}
        onText={keep('published')}
      />
      <p class="buttons">
        <Button look="quiet" onClick={cancel}>
          {t('actionCancel')}
        </Button>
        <button type="submit" class="button" data-look="primary">
          {t('actionSave')}
        </button>
      </p>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly isRequired?: boolean;
}

function Field({
  name,
  value,
  onText,
  hint,
  type = 'text',
  isRequired = false,
}: FieldProps): JSX.Element {
  const id = useId();
  const common = {
    id,
    class: 'field',
    value,
    required: isRequired,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      onText(event.currentTarget.value),
  };
  return (
    <div class="details-field">
      <label for={id}>{name}</label>
      {type === 'date' ? <input {...common} type="date" /> : <input {...common} type="text" />}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The details of a bookmark as text fields. */
interface DetailFields {
  readonly title: string;
  readonly siteName: string;
  /** Separated by commas. */
  readonly authors: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly published: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

export function fieldsOf(bookmark: Bookmark): DetailFields {
  return {
    title: bookmark.title,
    siteName: bookmark.siteName,
    authors: bookmark.authors.join(', '),
    published: DAY.exec(bookmark.published ?? '')?.[0] ?? '',
  };
}

/**
 * Returns the changes. A date whose day is unchanged keeps its time, and an empty title is ignored.
 */
function patchOf(bookmark: Bookmark, fields: DetailFields): BookmarkPatch {
  const before = fieldsOf(bookmark);
  const title = fields.title.trim();
  const authors = fields.authors.split(',').flatMap((name) => name.trim() || []);
  return {
    ...(title !== '' && title !== before.title && { title }),
    ...(fields.siteName !== before.siteName && { siteName: fields.siteName.trim() }),
    ...(fields.authors !== before.authors && { authors }),
    ...(fields.published !== before.published && { published: fields.published || null }),
  };
}
