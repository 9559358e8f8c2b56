import { describe, expect, it } from 'vitest';
import { act } from '../e2e/support/act';

const soon = { repeatAfterMs: 40 };

describe('a step of a browser test', () => {
  it('is repeated until its effect, which is returned', async () => {
    let presses = 0;
    const press = async () => {
      presses += 1;
    };
    const opened = () => (presses === 3 ? 'the popup' : null);
    await expect(act('the popup opens', press, opened, soon)).resolves.toBe('the popup');
    expect(presses).toBe(3);
  });

  it('is done once although its effect was there before', async () => {
    let presses = 0;
    const press = async () => {
      presses += 1;
    };
    await act('the popup is open', press, () => true);
    expect(presses).toBe(1);
  });

  it('is not repeated after an effect that is late', async () => {
    let presses = 0;
    const press = async () => {
      presses += 1;
    };
    // The only look comes right before the step would be repeated.
    await act('the popup opens', press, () => true, { repeatAfterMs: 0 });
    expect(presses).toBe(1);
  });

  it('is repeated when it has thrown', async () => {
    let presses = 0;
    const press = async () => {
      presses += 1;
      if (presses === 1) throw new Error('The button is not there');
    };
    await act('the popup opens', press, () => presses > 1, soon);
    expect(presses).toBe(2);
  });

  it('is repeated while the looks at its effect throw', async () => {
    let presses = 0;
    const press = async () => {
      presses += 1;
    };
    const isOpen = () => {
      if (presses < 3) throw new Error('The page is being replaced');
      return true;
    };
    await act('the popup opens', press, isOpen, soon);
    expect(presses).toBe(3);
  });

  it('fails by the name of its effect', async () => {
    const never = act(
      'the popup opens',
      async () => {},
      () => false,
      { ...soon, timeoutMs: 100 },
    );
    await expect(never).rejects.toThrow('in vain: the popup opens');
  });
});
