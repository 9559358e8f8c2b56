import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const SCREEN = { width: 1280, height: 900 } as const;

const NO_SCREEN =
  'There is no screen in memory: Xvfb can not be started. On Debian and Ubuntu `apt install xvfb` brings it.';

/** A screen on which something always moves, a cursor say, is taken all the same. */
const MAX_LOOKS = 8;

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

  private constructor(name: string, programs: readonly ChildProcess[]) {
    // GTK would rather talk to a Wayland compositor, and that one is a person's.
    this.env = { ...process.env, DISPLAY: name, WAYLAND_DISPLAY: undefined, GDK_BACKEND: 'x11' };
    this.#programs = programs;
    process.once('exit', () => this.close());
  }

  /** Starts a screen on a free number. */
  static async open(): Promise<Display> {
    const size = `${SCREEN.width}x${SCREEN.height}x24`;
    // With -displayfd the server picks the number itself, and says it once it takes connections.
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await Promise.race([
      once(server.stdio[3] as Readable, 'data'),
      once(server, 'error').then(([cause]) => {
        throw new Error(NO_SCREEN, { cause });
      }),
    ]);
    const name = `:${String(number).trim()}`;
    const manager = spawn('openbox', [], {
      env: { ...process.env, DISPLAY: name },
      stdio: 'ignore',
    });
    return new Display(name, [manager, server]);
  }

  /** Presses a key or a chord, named as X names them: `alt+shift+j`, `Return`, `question`. */
  async key(...chords: readonly string[]): Promise<void> {
    await this.#xdotool('key', '--clearmodifiers', ...chords);
  }

  /** Types ASCII text, key by key. */
  async type(text: string): Promise<void> {
    await this.#xdotool('type', '--clearmodifiers', '--delay', '8', '--', text);
  }

  async click({ x, y }: ScreenPoint, button: 'left' | 'right' = 'left'): Promise<void> {
    const at = [String(Math.round(x)), String(Math.round(y))];
    await this.#xdotool('mousemove', ...at, 'click', button === 'left' ? '1' : '3');
  }

  /**
   * Moves the mouse there, and gives what clicks at once: no program has to be started for it.
   * To be called once; gives the moment it was called, in Unix ms with fractions.
   */
  async aim({ x, y }: ScreenPoint): Promise<() => number> {
    await this.#xdotool('mousemove', String(Math.round(x)), String(Math.round(y)));
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
    await this.stillPixels();
    await execute('import', ['-window', 'root', path], { env: this.env });
  }

  /** The pixels once nothing moves any more. */
  async stillPixels(): Promise<Buffer> {
    let before = await this.pixels();
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const now = await this.pixels();
      if (now.equals(before)) return now;
      before = now;
    }
    return before;
  }

  /** All pixels of the screen, three bytes each, row by row. */
  async pixels(): Promise<Buffer> {
    const { stdout } = await execute('import', ['-window', 'root', '-depth', '8', 'rgb:-'], {
      env: this.env,
      encoding: 'buffer',
      maxBuffer: 4 * SCREEN.width * SCREEN.height,
    });
    return stdout;
  }

  close(): void {
    for (const program of this.#programs) program.kill();
  }

  async #xdotool(...args: readonly string[]): Promise<void> {
    await execute('xdotool', args, { env: this.env });
  }
}
