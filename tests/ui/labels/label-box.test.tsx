import { useSignal } from '@preact/signals';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LabelBox } from '../../../src/ui/labels/label-box';
import { seriousFindings } from '../../support/accessibility';

const KNOWN = [
  { name: 'reading', count: 3 },
  { name: 'To read', count: 9 },
  { name: 'science', count: 5 },
];

afterEach(cleanup);

function showBox(labels: readonly string[] = []) {
  const onAdd = vi.fn<(label: string) => void>();
  const onRemove = vi.fn<(label: string) => void>();
  function Box() {
    const text = useSignal('');
    return (
      <LabelBox
        labels={labels}
        known={KNOWN}
        text={text.value}
        onText={(next) => {
          text.value = next;
        }}
        onAdd={onAdd}
        onRemove={onRemove}
      />
    );
  }
  const view = render(<Box />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a label' });
  const type = (text: string) => fireEvent.input(field, { target: { value: text } });
  const press = (key: string) => fireEvent.keyDown(field, { key });
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  return { ...view, onAdd, onRemove, field, type, press, options };
}

describe('the field for labels', () => {
  it('has the focus', () => {
    const { field } = showBox();
    expect(document.activeElement).toBe(field);
  });

  it('adds the typed label with Enter, and is empty afterwards', () => {
    const { type, press, onAdd, field } = showBox();
    type('  new   label ');
    press('Enter');
    expect(onAdd).toHaveBeenCalledWith('new label');
    expect(field.value).toBe('');
  });

  it('adds a label with a comma, and several when they are pasted', () => {
    const { type, onAdd, field } = showBox();
    type('one, two,thr');
    expect(onAdd.mock.calls).toEqual([['one'], ['two']]);
    expect(field.value).toBe('thr');
  });

  it('adds nothing when nothing was typed', () => {
    const { type, press, onAdd } = showBox();
    press('Enter');
    type(' , ');
    expect(onAdd).not.toHaveBeenCalled();
  });

  it('keeps the spelling that is in use', () => {
    const { type, press, onAdd } = showBox();
    type('TO READ');
    press('Enter');
    expect(onAdd).toHaveBeenCalledWith('To read');
  });

  it('removes the last label with Backspace, but only when it is empty', () => {
    const { type, press, onRemove } = showBox(['a', 'b']);
    type('x');
    press('Backspace');
    expect(onRemove).not.toHaveBeenCalled();
    type('');
    press('Backspace');
    expect(onRemove).toHaveBeenCalledWith('b');
  });

  it('offers labels in use with their counts, and those that start with the text first', () => {
    const { type, options } = showBox();
    type('rea');
    expect(options()).toEqual(['reading3', 'To read9']);
  });

  it('does not offer labels that the bookmark has', () => {
    const { type, options } = showBox(['Reading']);
    type('rea');
    expect(options()).toEqual(['To read9']);
  });

  it('selects a label with the arrow keys and adds it', () => {
    const { type, press, field, onAdd } = showBox();
    type('rea');
    press('ArrowDown');
    press('ArrowDown');
    const marked = screen.getByRole('option', { selected: true });
    expect(marked.textContent).toBe('To read9');
    expect(field.getAttribute('aria-activedescendant')).toBe(marked.id);
    press('Enter');
    expect(onAdd).toHaveBeenCalledWith('To read');
  });

  it('returns to the typed text after the last option', () => {
    const { type, press, onAdd } = showBox();
    type('rea');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) press(key);
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    press('ArrowUp');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('To read9');
    press('ArrowDown');
    press('Enter');
    expect(onAdd).toHaveBeenCalledWith('rea');
  });

  it('closes the list with Esc and keeps the text', () => {
    const { type, press, field, options } = showBox();
    type('rea');
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(press('Escape')).toBe(false);
    expect(options()).toEqual([]);
    expect(field.value).toBe('rea');
    expect(press('Escape')).toBe(true);
  });

  it('adds the label that is clicked', () => {
    const { type, onAdd } = showBox();
    type('sci');
    fireEvent.click(screen.getByRole('option', { name: /science/ }));
    expect(onAdd).toHaveBeenCalledWith('science');
  });

  it('leaves Enter to an input method that is composing', () => {
    const { type, field, onAdd } = showBox();
    type('かな');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(onAdd).not.toHaveBeenCalled();
  });

  it('has no serious accessibility findings with its list open', async () => {
    const { container, type, press } = showBox();
    type('rea');
    press('ArrowDown');
    expect(await seriousFindings(container)).toEqual([]);
  });
});
