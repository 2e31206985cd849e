import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PreferenceTabs, type PreferenceTab } from './preference-tabs.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const tabsOf = (...names: string[]): PreferenceTab[] =>
  names.map((name) => ({
    key: name,
    name,
    isOfRole: false,
    isChosen: name === names[0],
    choose: () => undefined,
  }));
const behind = (hidden: number) => <span>{hidden} more</span>;

test('the tabs that fit are found again when a name or a dot is another, and not when the grid is only drawn anew', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320 + 250);
  const measured = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return (this.textContent ?? '').length * 10;
  });
  const { rerender } = render(
    <PreferenceTabs isChanged={false} tabs={tabsOf('Everything', 'Late', 'Of Fabrikam')}>
      {behind}
    </PreferenceTabs>,
  );
  expect(screen.getAllByRole('tab').map(({ title }) => title)).toEqual(['Everything', 'Late', 'Of Fabrikam']);
  const before = measured.mock.calls.length;
  rerender(
    <PreferenceTabs isChanged={false} tabs={tabsOf('Everything', 'Late', 'Of Fabrikam')}>
      {behind}
    </PreferenceTabs>,
  );
  expect(measured.mock.calls.length).toBe(before);
  rerender(
    <PreferenceTabs isChanged={false} tabs={tabsOf('Everything', 'Late', 'Of Fabrikam Incorporated')}>
      {behind}
    </PreferenceTabs>,
  );
  expect(screen.getByText('1 more')).toBeTruthy();
  const named = measured.mock.calls.length;
  rerender(
    <PreferenceTabs isChanged tabs={tabsOf('Everything', 'Late', 'Of Fabrikam Incorporated')}>
      {behind}
    </PreferenceTabs>,
  );
  expect(measured.mock.calls.length).toBeGreaterThan(named);
});
