type World = typeof globalThis & { leafmarkCaptureBegan?: true };

/** Leaves in our own world of the page that `capture.js` has got in. */
export function leaveCaptureMark(): void {
  const world: World = globalThis;
  world.leafmarkCaptureBegan = true;
}

/**
 * Whether `capture.js` has got in since this was last asked. Injected as it stands: it can use
 * nothing of this file but types.
 */
export function takeCaptureMark(): boolean {
  const world: World = globalThis;
  const hasBegun = world.leafmarkCaptureBegan === true;
  delete world.leafmarkCaptureBegan;
  return hasBegun;
}
