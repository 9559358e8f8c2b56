// A setup file, because a hook of a module runs only for the first file of a process.
import { afterAll } from 'vitest';
import { endWorlds } from './world.ts';

afterAll(endWorlds);
