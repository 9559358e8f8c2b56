declare const brand: unique symbol;

/** A nominal type: a `T` that can't be confused with another type of the same shape. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
