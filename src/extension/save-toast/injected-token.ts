type World = typeof globalThis & { leafmarkToast?: string };

/**
 * Gives the token of a toast to `save-toast.js`. The function is injected as source text, so it can only
 * use types of this file.
 */
export function setToastToken(token: string): void {
  const world: World = globalThis;
  world.leafmarkToast = token;
}

/** Returns the token that was given since the last call; null: none. */
export function takeToastToken(): string | null {
  const world: World = globalThis;
  const { leafmarkToast = null } = world;
  delete world.leafmarkToast;
  return leafmarkToast;
}
