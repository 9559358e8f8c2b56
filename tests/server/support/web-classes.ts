// A server that listens replaces Node's `Request` and `Response` with faster classes, which lack
// some methods. Each file of tests starts with those of Node.
import { afterAll } from 'vitest';

const { Request, Response } = globalThis;

afterAll(() => {
  for (const [name, value] of Object.entries({ Request, Response })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});
