import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { LabelBox } from '../../../src/ui/labels/label-box';

afterEach(cleanup);

describe('the field for labels', () => {
  it('does not read the names of 100,000 labels at each key press', () => {
    let reads = 0;
    const known = Array.from({ length: 100_000 }, (_, n) => ({
      count: n % 7,
      get name() {
        reads += 1;
        return `topic ${n}`;
      },
    }));
    const ignore = () => {};
    const events = { onText: ignore, onAdd: ignore, onRemove: ignore };
    const box = (text: string) => <LabelBox labels={[]} known={known} text={text} {...events} />;
    const { rerender } = render(box('t'));
    reads = 0;
    for (const text of ['to', 'topic 4', 'topic 99999']) rerender(box(text));
    expect(reads).toBeLessThan(100);
    const options = screen.getAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(['topic 999994']);
  });

  it('keeps its suggestions until a press on another element has ended, so that nothing moves', async () => {
    const ignore = () => {};
    const events = { onText: ignore, onAdd: ignore, onRemove: ignore };
    render(
      <>
        <LabelBox labels={[]} known={[{ name: 'tree', count: 1 }]} text="tr" {...events} />
        <button type="button">Add</button>
      </>,
    );
    const field = screen.getByRole('combobox');
    fireEvent.input(field, { target: { value: 'tre' } });
    await screen.findByRole('option');
    const button = screen.getByRole('button');
    fireEvent.pointerDown(button);
    fireEvent.blur(field);
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByRole('option')).not.toBeNull();
    fireEvent.pointerUp(button);
    expect(screen.queryByRole('option')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  });
});
