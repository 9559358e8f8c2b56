import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { form } from '../../src/contract/form/field';
import {
  annotationCreate,
  badFields,
  bodyTypeOf,
  bookmarkCreate,
  bookmarkSearch,
  bookmarkUpdate,
  collectionUpdate,
  decodeForm,
  decodeQuery,
  type Form,
  type FormSource,
  MAX_TITLE_LENGTH,
  readJsonForm,
  readPairs,
  refusedForm,
  signIn,
  syncParams,
} from '../../src/contract/index';

const json = (data: unknown): FormSource => readJsonForm(JSON.stringify(data))!;
const read = (form: Form, source: FormSource) => {
  const decoded = decodeForm(form, source);
  return decoded.ok ? decoded.value : badFields(decoded.error);
};
const refusal = (form: Form, source: FormSource) => {
  const decoded = decodeForm(form, source);
  if (decoded.ok) throw new Error('it was accepted');
  return decoded.error;
};

describe('the error body of a form', () => {
  it('lists every field, also the valid ones with null', () => {
    const error = refusal(bookmarkCreate, json({ title: ' A title ', labels: 3 }));
    expect(error).toMatchObject({ is_valid: false, errors: null });
    expect(Object.keys(error.fields)).toEqual(Object.keys(bookmarkCreate.fields));
    expect(error.fields.url).toEqual({
      is_null: true,
      is_bound: false,
      value: '',
      errors: ['field is required'],
    });
    expect(error.fields.title).toEqual({
      is_null: false,
      is_bound: true,
      value: 'A title',
      errors: null,
    });
    expect(error.fields.labels).toMatchObject({ value: null, errors: ['invalid value'] });
    expect(error.fields.feature_find_main).toMatchObject({ value: true, is_bound: false });
  });

  it('shows false for a boolean that is null and null for a list', () => {
    const { fields } = refusal(bookmarkUpdate, json({ is_marked: null, labels: null, title: '' }));
    expect(fields.is_marked).toMatchObject({ is_null: true, is_bound: true, value: false });
    expect(fields.labels).toMatchObject({ is_null: true, is_bound: true, value: null });
    expect(fields.title?.errors).toEqual(['field is required']);
  });

  it('never repeats a password', () => {
    const form = signIn.withPassword.body.form;
    const error = refusal(form, json({ username: 'ada', password: 'hunter2' }));
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it("has a message about the whole form when a body can't be read", () => {
    const error = refusedForm(bookmarkUpdate, 'Unknown content-type');
    expect(error.errors).toEqual(['Unknown content-type']);
    expect(Object.values(error.fields).every((field) => field.errors === null)).toBe(true);
  });
});

describe('the messages of a form', () => {
  it.each([
    [{ url: 'gopher://a/' }, 'url', 'invalid URL'],
    [{ url: 'https:///path' }, 'url', 'invalid URL'],
    [{ url: `https://a/${'x'.repeat(1024)}` }, 'url', 'text must contain at most 1024 characters'],
    [{ url: 'https://a/', created: 'yesterday-ish' }, 'created', 'invalid value'],
  ])('include %j', (data, field, message) => {
    expect(badFields(refusal(bookmarkCreate, json(data)))).toEqual([{ field, message }]);
  });

  it.each([
    [{ read_progress: -1 }, 'must be greater or equal than 0'],
    [{ read_progress: 101 }, 'must be lower or equal than 100'],
    [{ read_progress: 1e300 }, 'invalid value'],
    [{ read_progress: 1.5 }, 'invalid value'],
    [{ text_direction: 'up' }, 'up is not one of , ltr, rtl'],
    // Databases can't store this character.
    [{ title: 'a\0b' }, 'invalid value'],
    [{ labels: ['a', '\0'] }, 'invalid value'],
    [{ title: 'x'.repeat(MAX_TITLE_LENGTH + 1) }, 'text must contain at most 1024 characters'],
  ])('include the choices: %j', (data, message) => {
    expect(badFields(refusal(bookmarkUpdate, json(data)))[0]?.message).toBe(message);
  });

  it('quote the text that is not a date', () => {
    const decoded = decodeQuery(bookmarkSearch, 'range_start=soon');
    expect(decoded.ok || badFields(decoded.error)[0]?.message).toBe(
      '"soon" is not a valid date value',
    );
  });
});

describe('decoding JSON', () => {
  it.each([
    ['a string for a boolean', { is_marked: 'true' }],
    ['a string for an integer', { read_progress: '1' }],
    ['a number for a string', { title: 1 }],
    ['a string for a list', { labels: 'one' }],
    ['a number in a list', { labels: ['one', 2] }],
    ['a number for a date', { published: 1 }],
  ])('rejects %s', (_, data) => {
    expect(badFields(refusal(bookmarkUpdate, json(data)))).toEqual([
      { field: Object.keys(data)[0], message: 'invalid value' },
    ]);
  });

  it('accepts 102.0 as an integer', () => {
    const offset = form(() => ({ offset: annotationCreate.fields.start_offset }));
    expect(read(offset, readJsonForm('{"offset":102.0}')!)).toEqual({
      offset: 102,
    });
  });

  it('ignores unknown fields and the prototype', () => {
    expect(read(bookmarkUpdate, readJsonForm('{"__proto__":{"title":"x"},"toString":1}')!)).toEqual(
      {},
    );
  });

  it('returns null for JSON that is not an object', () => {
    for (const body of ['', '[]', 'null', '"x"', '{', '{"a":1'])
      expect(readJsonForm(body)).toBeNull();
    expect(readJsonForm(`${'['.repeat(100_000)}`)).toBeNull();
  });
});

describe('decoding queries and forms', () => {
  const search = (query: string) => read(bookmarkSearch, readPairs(query));

  it.each(['1', 't', 'true', 'on', 'TRUE'])('reads %s as true', (word) => {
    expect(search(`is_marked=${word}`)).toEqual({ is_marked: true });
  });

  it.each(['0', 'f', 'false'])('reads %s as false', (word) => {
    expect(search(`is_marked=${word}`)).toEqual({ is_marked: false });
  });

  it('reads an empty boolean as null and rejects other words', () => {
    expect(search('is_marked=')).toEqual({});
    expect(search('is_marked=yes')).toEqual([{ field: 'is_marked', message: 'invalid value' }]);
  });

  it('reads a list from a repeated key and does not split at commas', () => {
    expect(search('type=article&type=video')).toEqual({ type: ['article', 'video'] });
    expect(search('type=article,video')).toEqual([
      { field: 'type', message: 'article,video is not one of article, photo, video' },
    ]);
  });

  it('reads the first of several values', () => {
    expect(search('search=a&search=b')).toEqual({ search: 'a' });
  });

  it('ignores unknown sort keys and parameters', () => {
    expect(search('sort=updated&sort=-created&updated_since=1')).toEqual({ sort: ['-created'] });
  });

  it('reads U+FF00 as null', () => {
    expect(read(bookmarkUpdate, readPairs('published=%EF%BC%80&title=%EF%BC%80'))).toEqual({
      published: null,
    });
  });

  it('reads integers and dates from text', () => {
    expect(read(bookmarkUpdate, readPairs('read_progress=42&published=2026-01-02'))).toEqual({
      read_progress: 42,
      published: Date.UTC(2026, 0, 2),
    });
    expect(read(bookmarkUpdate, readPairs('read_progress=4x'))).toEqual([
      { field: 'read_progress', message: 'invalid value' },
    ]);
  });
});

describe('decoded values', () => {
  it('lack null where it means nothing, and keep it where it clears a field', () => {
    expect(read(bookmarkUpdate, json({ is_marked: null, published: null }))).toEqual({
      published: null,
    });
    expect(read(bookmarkUpdate, json({ published: '' }))).toEqual({ published: null });
    expect(read(collectionUpdate, json({ type: null, search: null }))).toEqual({
      type: null,
      search: null,
    });
  });

  it('are trimmed, without blank labels; an empty list stays', () => {
    expect(read(bookmarkUpdate, json({ labels: [' a ', '', '  '], add_labels: [] }))).toEqual({
      labels: ['a'],
      add_labels: [],
    });
  });

  it('contain one author for each line', () => {
    expect(read(bookmarkUpdate, json({ authors: ['Ada\r\n Grace ', 'Edsger'] }))).toEqual({
      authors: ['Ada', 'Grace', 'Edsger'],
    });
  });

  it('contain defaults', () => {
    expect(read(syncParams, json({}))).toEqual({
      sort: ['updated'],
      with_annotations: false,
      with_json: false,
      with_html: false,
      with_markdown: false,
      with_resources: false,
      resource_prefix: '.',
    });
    expect(read(syncParams, json({ resource_prefix: '' }))).toMatchObject({
      resource_prefix: '',
    });
  });

  it('accept 500 labels and reject 10,000', () => {
    const labels = Array.from({ length: 10_000 }, (_, index) => `label ${index}`);
    const some = labels.slice(0, 500);
    expect(read(bookmarkUpdate, json({ labels: some }))).toEqual({ labels: some });
    expect(badFields(refusal(bookmarkUpdate, json({ labels })))).toEqual([
      { field: 'labels', message: 'list must have at most 500 items' },
    ]);
  });
});

describe('decoding arbitrary bodies', () => {
  it('returns values or an error body that lists every field', () => {
    const names = Object.keys(bookmarkUpdate.fields);
    const body = fc.dictionary(fc.constantFrom(...names, 'other'), fc.jsonValue());
    fc.assert(
      fc.property(body, (data) => {
        const decoded = decodeForm(bookmarkUpdate, { kind: 'json', data });
        if (!decoded.ok) expect(Object.keys(decoded.error.fields)).toEqual(names);
        expect(decoded.ok || badFields(decoded.error).length > 0).toBe(true);
      }),
    );
  });

  it('gives the same result for JSON and for a form that can express it', () => {
    const patch = fc.record(
      {
        title: fc.string({ minLength: 1 }).filter((text) => /\S/.test(text)),
        is_marked: fc.boolean(),
        read_progress: fc.integer({ min: 0, max: 100 }),
        add_labels: fc.array(fc.string(), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patch, (data) => {
        const pairs = new URLSearchParams();
        for (const [name, value] of Object.entries(data)) {
          for (const item of [value].flat()) pairs.append(name, String(item));
        }
        fc.pre(![...pairs.values()].includes('\uFF00'));
        expect(read(bookmarkUpdate, readPairs(pairs))).toEqual(
          read(bookmarkUpdate, { kind: 'json', data }),
        );
      }),
    );
  });
});

describe('bodyTypeOf', () => {
  it.each([
    ['application/json; charset=utf-8', 'json'],
    ['text/json', 'json'],
    ['Application/X-WWW-Form-Urlencoded', 'urlencoded'],
    ['multipart/form-data; boundary=x', 'multipart'],
    ['text/plain', null],
    ['', null],
  ])('returns for %j the type %s', (contentType, type) => {
    expect(bodyTypeOf(contentType)).toBe(type);
  });
});
