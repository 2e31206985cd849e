import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Option } from '../ui/inputs/option.ts';
import { MissingChoices } from './missing-choices.tsx';

const fields = [
  { id: 0, key: 'status', name: 'Status' },
  { id: 0, key: 'problemCode', name: 'Problem Code' },
];
const open: Option = { id: '1', name: 'Open', enabled: true };

function show(statuses: Option[], problemCodes: Option[], designerPath: string | null) {
  const options = new Map([
    ['status', statuses],
    ['problemCode', problemCodes],
  ]);
  render(
    <MemoryRouter>
      <MissingChoices
        recordType={{ id: 7, name: 'Repairs' }}
        fields={fields}
        options={options}
        designerPath={designerPath}
      />
    </MemoryRouter>,
  );
}

test('what a record needs and its type has not is named, with the way to where it is added', () => {
  show([], [{ ...open, enabled: false }], '/acme/administration/data/record-types');
  expect(screen.getByRole('alert').textContent).toBe(
    'Repairs has no status and no problem code to choose yet, and a record needs one of each. Add a status and a problem code first.',
  );
  expect(screen.getByRole('link', { name: 'a status' }).getAttribute('href')).toBe(
    '/acme/administration/data/record-types?type=7&tab=statuses',
  );
});

test('who does not design types is told whom to ask', () => {
  show([open], [], null);
  expect(screen.getByRole('alert').textContent).toBe(
    'Repairs has no problem code to choose yet, and a record needs one. Ask an administrator of this company to add it.',
  );
});

test('a type with both has no note', () => {
  show([open], [open], null);
  expect(screen.queryByRole('alert')).toBeNull();
});
