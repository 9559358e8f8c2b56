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
import { FrameBuffer, type Rows } from './frame-buffer.ts';
import { until } from './until.ts';

const execute = promisify(execFile);

export const SCREEN = { width: 1280, height: 900 } as const;

const NO_SCREEN =
  'The virtual display cannot be started: Xvfb is missing. On Debian and Ubuntu, `apt install xvfb` installs it.';

/**
 * The number of pictures after which a display that still changes is used, for instance with a
 * blinking cursor.
 */
const MAX_LOOKS = 8;
/** The time between two pictures, which is several frames of an animation. */
const BETWEEN_LOOKS_MS = 80;

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A virtual display for one browser (Xvfb with a window manager), with real keyboard and mouse
 * input. It does not affect the display or the keyboard of a person.
 */
export class Display {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly #programs: readonly ChildProcess[];
  readonly #frameBuffer: FrameBuffer;

  private constructor(name: string, programs: readonly ChildProcess[], frameBuffer: FrameBuffer) {
    // GTK prefers a Wayland compositor, which would belong to a person.
    this.env = { ...process.env, DISPLAY: name, WAYLAND_DISPLAY: undefined, GDK_BACKEND: 'x11' };
    this.#programs = programs;
    this.#frameBuffer = frameBuffer;
    process.once('exit', this.close);
  }

  /** Starts a virtual display with a free number and waits until its window manager runs. */
  static async open(): Promise<Display> {
    const frameBuffer = new FrameBuffer(SCREEN);
    const screen = ['-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`];
    const files = ['-fbdir', frameBuffer.folder];
    // With -displayfd, the server chooses the number and reports it when it accepts connections.
    // Without -noreset, it closes all connections when its only client leaves. That can be the first
    // look for the window manager, which would then end while it starts.
    // Without -r, keys repeat that a busy machine releases late.
    const options = ['-displayfd', '3', '-noreset', '-r', '-nolisten', 'tcp'];
    const server = spawn('Xvfb', [...options, ...screen, ...files], {
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
    const display = new Display(name, [manager, server], frameBuffer);
    // A browser that finds no window manager when it starts places its toolbar elsewhere.
    await until('the window manager runs', () => display.#isManaged());
    return display;
  }

  /** Presses a key or a combination with X's names: `alt+shift+j`, `Return`, `question`. */
  async key(...chords: readonly string[]): Promise<void> {
    await this.#xdotool('key', '--clearmodifiers', ...chords);
  }

  /** Types ASCII text with the keyboard. */
  async type(text: string): Promise<void> {
    await this.#xdotool('type', '--clearmodifiers', '--delay', '8', '--', text);
  }

  async click(point: ScreenPoint, button: 'left' | 'right' = 'left'): Promise<void> {
    await this.#xdotool(...moveTo(point), 'click', button === 'left' ? '1' : '3');
  }

  /** Moves the mouse from one point to another while its left button is pressed. */
  async drag(from: ScreenPoint, to: ScreenPoint): Promise<void> {
    const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const moves = [...moveTo(between), ...moveTo(to)];
    await this.#xdotool(...moveTo(from), 'mousedown', '1', ...moves, 'mouseup', '1');
  }

  /** Moves the mouse to `point` without a click. */
  async point(point: ScreenPoint): Promise<void> {
    await this.#xdotool(...moveTo(point));
  }

  /**
   * Moves the mouse to `point` and returns a function that clicks without starting a program. Call
   * it once; it returns its time in Unix ms with fractions.
   */
  async aim(point: ScreenPoint): Promise<() => number> {
    await this.point(point);
    // Without a command, it reads commands from its input, one per line, and runs each at once.
    const trigger = spawn('xdotool', ['-'], { env: this.env, stdio: ['pipe', 'ignore', 'ignore'] });
    await once(trigger, 'spawn');
    return () => {
      const at = performance.timeOrigin + performance.now();
      trigger.stdin.end('click 1\n');
      return at;
    };
  }

  /**
   * Takes a picture of the whole display, including toolbar and popup, once it no longer changes.
   */
  async picture(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await writeFile(path, png(await this.#stillPixels(), SCREEN.width, SCREEN.height));
  }

  /** Returns the pixels once they no longer change. */
  async #stillPixels(): Promise<Buffer> {
    let before = this.#frameBuffer.frame();
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      await pause(BETWEEN_LOOKS_MS);
      const now = this.#frameBuffer.frame();
      const isStill = now.equals(before);
      before = now;
      if (isStill) break;
    }
    return this.#frameBuffer.colours(before);
  }

  /** Returns pixels of the display, by default all, three bytes each, row by row. */
  pixels(rows?: Rows): Buffer {
    return this.#frameBuffer.colours(this.#frameBuffer.frame(rows), rows);
  }

  readonly close = (): void => {
    process.off('exit', this.close);
    for (const program of this.#programs) program.kill();
    this.#frameBuffer.remove();
  };

  /** Returns true. Throws while no window manager runs. */
  async #isManaged(): Promise<boolean> {
    await this.#xdotool('get_num_desktops');
    return true;
  }

  async #xdotool(...args: readonly string[]): Promise<void> {
    await execute('xdotool', args, { env: this.env });
  }
}

/** Returns the arguments with which xdotool moves the mouse to a point. */
const moveTo = ({ x, y }: ScreenPoint): readonly string[] => [
  'mousemove',
  String(Math.round(x)),
  String(Math.round(y)),
];
