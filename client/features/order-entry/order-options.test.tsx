import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { readOptionRules } from '@rowhouse/domain/order-entry/option-rules.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { OrderLine } from './order-lines.ts';
import { OrderOptions } from './order-options.tsx';

const option = (name: string, price: string, needs = ''): DealerOption => ({
  opportunityId: 'SPA-1',
  customer: 'Harbor',
  option: name,
  tenant_id: '1',
  price,
  needs,
  excludes: '',
  group: '',
});
const someOptions = [
  option('Rim', '12.00'),
  option('Disc', '260'),
  option('Rack', '40.00', 'Axle'),
  option('Axle', '48'),
];

type OptionsProps = {
  first?: readonly OrderLine[];
  offered?: readonly DealerOption[];
  opportunity?: string;
};

function Options({ first = [], offered = someOptions, opportunity = 'SPA-1' }: OptionsProps) {
  const [lines, setLines] = useState(first);
  const verdicts = readOptionRules(offered).judge(new Set(lines.map((line) => line.option)));
  return (
    <OrderOptions
      files={{ state: 'reading' }}
      opportunity={opportunity}
      unknown={[]}
      holdUnknown={() => undefined}
      holdOptions={() => undefined}
      onChange={setLines}
      {...{ offered, lines, verdicts }}
    />
  );
}

test('lines of an earlier order say what is gone, what it cost, and what does not go together now', () => {
  render(
    <Options
      first={[
        { option: 'Rim', quantity: 3, price: '10.00' },
        { option: 'Disc', quantity: 1, price: '260.00' },
        { option: 'Lamp', quantity: 2, price: '9.50' },
        { option: 'Rack', quantity: 1, price: '40.00' },
      ]}
    />,
  );
  const changes = screen.getByRole('group', { name: 'Changed since these were chosen' });
  // 260 and 260.00 are one price.
  expect(changes.textContent).toContain('1 option is offered no more, 1 price has changed.');
  expect(screen.getByText(/Price changed from 10\.00 to 12\.00/)).toBeTruthy();
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Lamp');
  expect(first?.textContent).toContain('9.50');
  expect(screen.getByText('Needs Axle.')).toBeTruthy();

  fireEvent.click(within(changes).getByRole('button', { name: 'Take the new price' }));
  expect(screen.queryByText(/Price changed/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Take it out: Lamp' }));
  expect(screen.queryByRole('group', { name: 'Changed since these were chosen' })).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toHaveLength(3);
});

test('stand by group, of which one goes, and many are searched; what is chosen stays in sight', () => {
  const wheels = Array.from({ length: 12 }, (_, index) => ({
    ...option(`Wheel ${index + 1}`, '9.00'),
    group: 'Wheels',
  }));
  render(
    <Options offered={[...wheels, { ...option('Rim', '1.00'), group: 'Brakes' }, option('Bell', '2.00')]} />,
  );
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Wheels at most one',
    'Brakes at most one',
  ]);
  expect(screen.getAllByRole('checkbox')[0]).toBe(screen.getByRole('checkbox', { name: 'Bell' }));

  fireEvent.click(screen.getByRole('checkbox', { name: 'Rim' }));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find an option' }), {
    target: { value: 'WHEEL 12' },
  });
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Wheel 12',
    'Rim',
  ]);
});

test('without an opportunity it is said that one is chosen first', () => {
  render(<Options opportunity="" offered={[]} />);
  expect(screen.getByText('Choose an opportunity first: its options stand here then.')).toBeTruthy();
});
