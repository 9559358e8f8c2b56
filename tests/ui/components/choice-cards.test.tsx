import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { ChoiceCards } from '../../../src/ui/components/choice-cards';

const CHOICES = [
  { value: 'book', label: 'A book', hint: 'For e-readers' },
  { value: 'table', label: 'A table' },
] as const;

describe('a choice of cards', () => {
  it('is a group of radio buttons for assistive technology, with the hint as a description', () => {
    const onChoose = vi.fn();
    render(<ChoiceCards legend="File" choices={CHOICES} chosen="book" onChoose={onChoose} />);
    screen.getByRole('group', { name: 'File' });
    const book = screen.getByRole<HTMLInputElement>('radio', { name: /^A book/ });
    const table = screen.getByRole<HTMLInputElement>('radio', { name: 'A table' });
    expect([book.checked, table.checked]).toEqual([true, false]);
    expect(book.name).toBe(table.name);
    const described = document.getElementById(book.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('For e-readers');
    fireEvent.click(screen.getByText('A table'));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('table');
  });
});
