import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Bookmark, BookmarkPatch } from '../../domain/bookmark';
import { BOOKMARK_FIELDS } from '../../domain/bookmark-fields';
import { DETAIL_FIELDS, type DetailField } from '../../domain/bookmark-values';
import { MAX_PAGE_NOTE_LENGTH } from '../../domain/excerpt';
import type { Library } from '../../library';
import { Button } from '../components/button';
import { FIELD_NAMES } from '../field-names';
import { type PlainKey, t } from '../strings';
import type { BookmarkActions } from './bookmark-actions';
import type { DraftStore } from './draft-store';

interface DetailsFormProps {
  readonly bookmark: Bookmark;
  readonly draft: DraftStore;
  readonly library: Promise<Pick<Library, 'sync'>>;
  readonly actions: Pick<BookmarkActions, 'edit'>;
  readonly onClose: () => void;
}

/** Edits title, site, authors, date and note of a bookmark. */
export function DetailsForm({
  bookmark,
  draft,
  library,
  actions,
  onClose,
}: DetailsFormProps): JSX.Element {
  const typed = draft.fields.value ?? {};
  const staysHere = useNoteStaysHere(library) && bookmark.serverId !== null;
  const fields: DetailFields = { ...detailFieldsOf(bookmark), ...typed };

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
  return (
    <form class="stack" onSubmit={save}>
      {DETAIL_FIELDS.map((name) => (
        <Field
          key={name}
          {...LOOKS[name]}
          {...(name === 'note' && staysHere && { hint: 'detailsNoteHere' })}
          label={FIELD_NAMES[name]}
          value={fields[name]}
          onText={(text) => draft.keep({ [name]: text })}
        />
      ))}
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

/** Returns true once it is known that the server has no place for notes. */
function useNoteStaysHere(library: DetailsFormProps['library']): boolean {
  const [staysHere, setStaysHere] = useState(false);
  useEffect(() => {
    void library.then(({ sync }) => sync.meta()).then(({ hasNotes }) => setStaysHere(!hasNotes));
  }, [library]);
  return staysHere;
}

interface FieldLook {
  readonly hint?: PlainKey;
  readonly type?: 'text' | 'date' | 'lines';
  readonly isRequired?: boolean;
}

const LOOKS: Readonly<Partial<Record<DetailField, FieldLook>>> = {
  title: { isRequired: true },
  authors: { hint: 'detailsAuthorsHint' },
  published: { type: 'date' },
  note: { type: 'lines' },
};

interface FieldProps extends FieldLook {
  readonly label: PlainKey;
  readonly value: string;
  readonly onText: (text: string) => void;
}

function Field({
  label,
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
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onText(event.currentTarget.value),
  };
  return (
    <div class="labelled stack gap-1">
      <label for={id}>{t(label)}</label>
      {type === 'lines' ? (
        <textarea {...common} rows={4} maxLength={MAX_PAGE_NOTE_LENGTH} dir="auto" />
      ) : type === 'date' ? (
        <input {...common} type="date" />
      ) : (
        <input {...common} type="text" />
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {t(hint)}
        </p>
      )}
    </div>
  );
}

/**
 * The details of a bookmark as text fields: authors are separated by commas, and a date is
 * `yyyy-mm-dd` or empty.
 */
type DetailFields = Readonly<Record<DetailField, string>>;

const NOTHING_TYPED = Object.fromEntries(DETAIL_FIELDS.map((name) => [name, undefined])) as Record<
  DetailField,
  undefined
>;

const DAY = /^\d{4}-\d{2}-\d{2}/;

export const detailFieldsOf = (bookmark: Bookmark): DetailFields =>
  // These are the fields of the type.
  Object.fromEntries(
    DETAIL_FIELDS.map((name) => [name, textOfField(name, bookmark[name])]),
  ) as DetailFields;

function textOfField(name: DetailField, value: Bookmark[DetailField]): string {
  if (value === null) return '';
  if (typeof value !== 'string') return value.join(', ');
  return BOOKMARK_FIELDS[name].kind === 'date' ? (DAY.exec(value)?.[0] ?? '') : value;
}

/**
 * Returns the changes. A date whose day is unchanged keeps its time, and an empty title is ignored.
 */
function patchOf(bookmark: Bookmark, fields: DetailFields): BookmarkPatch {
  const before = detailFieldsOf(bookmark);
  const changed = DETAIL_FIELDS.filter((name) => fields[name].trim() !== before[name].trim());
  const { title, ...patch } = Object.fromEntries(
    changed.map((name) => [name, typedValue(name, fields[name].trim())]),
  ) as Partial<Pick<Bookmark, DetailField>>; // Each field has a value of its own kind.
  return title ? { ...patch, title } : patch;
}

function typedValue(name: DetailField, text: string): Bookmark[DetailField] {
  const { kind } = BOOKMARK_FIELDS[name];
  if (kind === 'texts') return text.split(',').flatMap((each) => each.trim() || []);
  return kind === 'date' ? text || null : text;
}
