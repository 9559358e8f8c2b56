import { expect, it } from 'vitest';
import { setCaptureMark, takeCaptureMark } from '../../../src/extension/capture/injected-capture';

it('reports once that the capture script has started', () => {
  expect(takeCaptureMark()).toBe(false);
  setCaptureMark();
  // The browser injects the function as text.
  const injected: () => boolean = new Function(`return (${takeCaptureMark})()`) as () => boolean;
  expect(injected()).toBe(true);
  expect(takeCaptureMark()).toBe(false);
});
