import { describe, expectTypeOf, it } from 'vitest';
import type { Answered, ArgumentsOf, api, CallsOf, HandlersOf } from '../../src/contract/index';
import { empty, route } from '../../src/contract/route/route';
import { ShortId } from '../../src/contract/schema/record';

type Bookmarks = typeof api.bookmarks;
type Calls = CallsOf<Bookmarks, { readonly kind: 'offline' }>;

describe('the client derived from the table', () => {
  it('accepts the ids of the path, then the query, then the body', () => {
    expectTypeOf<ArgumentsOf<Bookmarks['read']>>().toEqualTypeOf<[string]>();
    expectTypeOf<ArgumentsOf<typeof api.info.read>>().toEqualTypeOf<[]>();
    expectTypeOf<ArgumentsOf<typeof api.highlights.update>>().toEqualTypeOf<
      [
        string,
        string,
        {
          readonly color: string;
          readonly note?: string | undefined;
          readonly review?: string | undefined;
        },
      ]
    >();
    expectTypeOf<ArgumentsOf<typeof api.labels.rename>>().toEqualTypeOf<
      [{ readonly name: string }, { readonly name: string }]
    >();
  });

  it('makes a query without required fields optional', () => {
    expectTypeOf<Parameters<Calls['list']>[0]>().extract<undefined>().toEqualTypeOf<undefined>();
    const search: Parameters<Calls['list']>[0] = { type: ['photo'], is_marked: true, limit: 10 };
    expectTypeOf(search).not.toBeAny();
    // @ts-expect-error there is no such type of bookmark
    const wrong: Parameters<Calls['list']>[0] = { type: ['podcast'] };
    expectTypeOf(wrong).not.toBeAny();
  });

  it('distinguishes nullable and other fields of a body', () => {
    type Patch = Parameters<Calls['update']>[1];
    expectTypeOf<Patch['published']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Patch['title']>().toEqualTypeOf<string | undefined>();
  });

  it('returns the type of the schema by status', () => {
    type Listed = Extract<Answered<Bookmarks['list']>, { status: 200 }>;
    expectTypeOf<Listed['body'][number]['authors']>().toEqualTypeOf<string[]>();
    expectTypeOf<Listed['body'][number]['published']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Listed['body'][number]['type']>().toEqualTypeOf<'article' | 'photo' | 'video'>();
    type Unchanged = Extract<Answered<Bookmarks['list']>, { status: 304 }>;
    expectTypeOf<Unchanged['body']>().toEqualTypeOf<null>();
    type Article = Extract<Answered<Bookmarks['article']>, { status: 200 }>;
    expectTypeOf<Article['body']>().toEqualTypeOf<ReadableStream<Uint8Array>>();
  });
});

describe('the handlers derived from the table', () => {
  type Handlers = HandlersOf<Bookmarks, { user: string }, { refusal: 404 }>;
  type Input<Name extends keyof Handlers> = Parameters<Handlers[Name]>[0];

  it('receive decoded values: instants in milliseconds, defaults filled in', () => {
    expectTypeOf<Input<'create'>['body']['created']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Input<'create'>['body']['feature_find_main']>().toEqualTypeOf<boolean>();
    expectTypeOf<Input<'create'>['body']['url']>().toEqualTypeOf<string>();
    expectTypeOf<Input<'update'>['body']['published']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<Input<'update'>['params']>().toEqualTypeOf<{ readonly id: string }>();
    expectTypeOf<Input<'read'>['body']>().toEqualTypeOf<null>();
  });

  it('return only statuses, bodies and headers of the route', () => {
    type Created = Exclude<ReturnType<Handlers['create']>, Promise<unknown> | { refusal: 404 }>;
    expectTypeOf<Created['status']>().toEqualTypeOf<202>();
    expectTypeOf<keyof NonNullable<Created['headers']>>().toEqualTypeOf<
      'Location' | 'Bookmark-Id' | 'Link'
    >();
  });
});

describe('route', () => {
  it('does not compile without a schema for each name in its path', () => {
    const common = { access: 'public', answers: {} } as const;
    route('GET', '/x/{id}', { ...common, params: { id: ShortId } });
    // @ts-expect-error `id` has no schema
    route('GET', '/x/{id}', common);
    // @ts-expect-error `name` is not in the path
    route('GET', '/x/{id}', { ...common, params: { id: ShortId, name: ShortId } });
    route('GET', '/x', { ...common, answers: { 204: empty() } });
  });
});
