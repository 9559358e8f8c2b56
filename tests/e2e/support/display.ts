import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { png } from '../../support/png.ts';
import { FrameBuffer } from './frame-buffer.ts';

const execute = promisify(execFile);

export const SCREEN = { width: 1280, height: 900 } as const;

const NO_SCREEN =
  'There is no screen in memory: Xvfb can not be started. On Debian and Ubuntu `apt install xvfb` brings it.';

/** A screen on which something always moves, a cursor say, is taken all the same. */
const MAX_LOOKS = 8;
/** Several frames of anything that moves. */
const BETWEEN_LOOKS_MS = 80;

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A screen of its own for one browser (Xvfb with a window manager), with real keys and a real
 * mouse. Nothing of it shows, or takes the keyboard, where a person works.
 */
export class Display {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly #programs: readonly ChildProcess[];
  readonly #frameBuffer: FrameBuffer;

  private constructor(name: string, programs: readonly ChildProcess[], frameBuffer: FrameBuffer) {
    // GTK would rather talk to a Wayland compositor, and that one is a person's.
    this.env = { ...process.env, DISPLAY: name, WAYLAND_DISPLAY: undefined, GDK_BACKEND: 'x11' };
    this.#programs = programs;
    this.#frameBuffer = frameBuffer;
    process.once('exit', () => this.close());
  }

  /** Starts a screen on a free number. */
  static async open(): Promise<Display> {
    const frameBuffer = new FrameBuffer(SCREEN);
    const screen = ['-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`];
    const files = ['-fbdir', frameBuffer.folder];
    // With -displayfd the server picks the number itself, and says it once it takes connections.
    const server = spawn('Xvfb', ['-displayfd', '3', ...screen, ...files, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await Promise.race([
      once(server.stdio[3] as Readable, 'data'),
      once(server, 'error').then(([cause]) => {
        frameBuffer.remove();
        throw new Error(NO_SCREEN, { cause });
      }),
    ]);
    const name = `:${String(number).trim()}`;
    const manager = spawn('openbox', [], {
      env: { ...process.env, DISPLAY: name },
      stdio: 'ignore',
    });
    return new Display(name, [manager, server], frameBuffer);
  }

  /** Presses a key or a chord, named as X names them: `alt+shift+j`, `Return`, `question`. */
  async key(...chords: readonly string[]): Promise<void> {
    await this.#xdotool('key', '--clearmodifiers', ...chords);
  }

  /** Types ASCII text, key by key. */
  async type(text: string): Promise<void> {
    await this.#xdotool('type', '--clearmodifiers', '--delay', '8', '--', text);
  }

  async click(point: ScreenPoint, button: 'left' | 'right' = 'left'): Promise<void> {
    await this.#xdotool(...moveTo(point), 'click', button === 'left' ? '1' : '3');
  }

  /** Moves the mouse there and clicks nothing. */
  async point(point: ScreenPoint): Promise<void> {
    await this.#xdotool(...moveTo(point));
  }

  /**
   * Moves the mouse there, and gives what clicks at once: no program has to be started for it.
   * To be called once; gives the moment it was called, in Unix ms with fractions.
   */
  async aim(point: ScreenPoint): Promise<() => number> {
    await this.point(point);
    // Told of no command it reads them line by line, and does each as it comes.
    const trigger = spawn('xdotool', ['-'], { env: this.env, stdio: ['pipe', 'ignore', 'ignore'] });
    await once(trigger, 'spawn');
    return () => {
      const at = performance.timeOrigin + performance.now();
      trigger.stdin.end('click 1\n');
      return at;
    };
  }

  /** Photographs the whole screen, toolbar and popup included, once nothing moves on it. */
  async picture(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await writeFile(path, png(await this.stillPixels(), SCREEN.width, SCREEN.height));
  }

  /** The pixels once nothing moves any more. */
  async stillPixels(): Promise<Buffer> {
    let before = await this.pixels();
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      await pause(BETWEEN_LOOKS_MS);
      const now = await this.pixels();
      if (now.equals(before)) return now;
      before = now;
    }
    return before;
  }

  /** All pixels of the screen, three bytes each, row by row. */
  pixels(): Promise<Buffer> {
    return this.#frameBuffer.pixels();
  }

  close(): void {
    for (const program of this.#programs) program.kill();
    this.#frameBuffer.remove();
  }

  async #xdotool(...args: readonly string[]): Promise<void> {
    await execute('xdotool', args, { env: this.env });
  }
}

/** What tells xdotool to move the mouse there. */
const moveTo = ({ x, y }: ScreenPoint): readonly string[] => [
  'mousemove',
  String(Math.round(x)),
  String(Math.round(y)),
];
