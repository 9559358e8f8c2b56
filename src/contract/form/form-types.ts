import type { Field, Form } from './field';

type Simplify<T> = { [K in keyof T]: T[K] };

type KeysWith<F extends Form, P extends string> = {
  [K in keyof F]: F[K] extends Field<infer _W, infer _V, infer Q>
    ? Q extends P
      ? K
      : never
    : never;
}[keyof F];

type WireOf<T> =
  T extends Field<infer W, infer _V, infer P> ? (P extends 'clearable' ? W | null : W) : never;
type ValueOf<T> =
  T extends Field<infer _W, infer V, infer P> ? (P extends 'clearable' ? V | null : V) : never;

/** What a client gives for `F`. */
export type FormInput<F extends Form> = Simplify<
  { readonly [K in KeysWith<F, 'required'>]: WireOf<F[K]> } & {
    readonly [K in Exclude<keyof F, KeysWith<F, 'required'>>]?: WireOf<F[K]> | undefined;
  }
>;

/** What the server gets for `F`: typed, within its bounds, absent fields absent. */
export type FormValue<F extends Form> = Simplify<
  { readonly [K in KeysWith<F, 'required' | 'defaulted'>]: ValueOf<F[K]> } & {
    readonly [K in Exclude<keyof F, KeysWith<F, 'required' | 'defaulted'>>]?: ValueOf<F[K]>;
  }
>;
