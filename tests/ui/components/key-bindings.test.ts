import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type KeyBinding, listenForKeys } from '../../../src/ui/components/key-bindings';

const run = vi.fn();
const action: KeyBinding['action'] = 'keyListTitle';
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = '<button>b</button><input /><p tabindex="0">text</p>';
  stop = listenForKeys(document, [
    { keys: ['j', '?'], action, run: () => run('j') },
    { keys: ['Space'], action, run: () => run('Space') },
    { keys: ['Esc'], action, run: () => run('Esc') },
  ]);
});

afterEach(() => {
  stop();
  run.mockReset();
});

const press = (init: KeyboardEventInit, on: Element = document.body): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

describe('listenForKeys', () => {
  it('runs keys from before in order, and those that are pressed meanwhile after them', async () => {
    stop();
    const done: string[] = [];
    const early = ['a', 'b', 'a'].map((key) => new KeyboardEvent('keydown', { key }));
    const bindings = ['a', 'b', 'c'].map((key) => ({
      keys: [key],
      action,
      run: () => done.push(key),
    }));
    stop = listenForKeys(document, bindings, early);
    expect(press({ key: 'c' })).toBe(false);
    await vi.waitFor(() => expect(done).toHaveLength(4));
    expect(done).toEqual(['a', 'b', 'a', 'c']);
    press({ key: 'b' });
    expect(done.at(-1)).toBe('b');
  });

  it("runs the binding of a key, and prevents the browser's default", () => {
    expect(press({ key: 'j' })).toBe(false);
    expect(run).toHaveBeenCalledWith('j');
  });

  it('knows Space and Esc by their names on the keyboard', () => {
    press({ key: ' ' });
    press({ key: 'Escape' });
    expect(run.mock.calls.flat()).toEqual(['Space', 'Esc']);
  });

  it('accepts a symbol that needs Shift', () => {
    press({ key: '?', shiftKey: true });
    expect(run).toHaveBeenCalledOnce();
  });

  it("uses the key's position where the keyboard has another script", () => {
    press({ key: 'о', code: 'KeyJ' });
    expect(run).toHaveBeenCalledWith('j');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
    'leaves a key with %o to the browser',
    (modifier) => {
      expect(press({ key: 'j', ...modifier })).toBe(true);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('leaves keys that are typed in a field to the field', () => {
    press({ key: 'j' }, document.querySelector('input')!);
    expect(run).not.toHaveBeenCalled();
  });

  it('leaves Space to a focused button, but no other key', () => {
    const button = document.querySelector('button')!;
    press({ key: ' ' }, button);
    expect(run).not.toHaveBeenCalled();
    press({ key: 'j' }, button);
    expect(run).toHaveBeenCalledOnce();
  });

  it('does nothing while a dialog is open', () => {
    document.body.append(document.createElement('dialog'));
    document.querySelector('dialog')!.open = true;
    press({ key: 'Escape' });
    expect(run).not.toHaveBeenCalled();
  });

  it('does nothing after it was stopped', () => {
    stop();
    press({ key: 'j' });
    expect(run).not.toHaveBeenCalled();
  });
});
