declare const brand: unique symbol;

/** A value of `T` that can't be mixed up with another of the same shape. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
