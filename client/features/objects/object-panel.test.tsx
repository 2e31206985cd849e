import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import { hasUnsavedWork } from '../../platform/unsaved-work.ts';
import { prepareInputs } from '../../values/late-inputs.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { SnackbarHost } from '../../ui/snackbars.tsx';
import type { ObjectChange, ObjectOutcome, ObjectPanelProps } from './object-panel-props.ts';
import { ObjectPanel } from './object-panel.tsx';

beforeAll(prepareInputs);

const property = (id: number, name: string, more: Partial<ObjectProperty> = {}): ObjectProperty => ({
  id,
  name,
  dataType: 'string',
  isRequired: false,
  isDisplayable: true,
  order: id,
  enabled: true,
  listId: null,
  ...more,
});

const material = property(1, 'Material');
const pieces = property(2, 'Pieces', { dataType: 'number', order: 0 });
const returnable = property(3, 'Returnable', { dataType: 'checkbox', isDisplayable: false });
const sealed = property(4, 'Seal', { enabled: false });
const packedOn = property(5, 'Packed on', { dataType: 'date', isDisplayable: false });

const stored = new Map([
  [1, 'Crate'],
  [2, '1200'],
  [4, 'S-1'],
  [5, '2026-02-28'],
]);

const save = vi.fn<(change: ObjectChange) => Promise<ObjectOutcome>>();
const onClose = vi.fn<() => void>();

beforeEach(() => {
  save.mockReset().mockResolvedValue({ kind: 'saved' });
  onClose.mockReset();
});

function show(more: Partial<ObjectPanelProps> = {}) {
  return render(
    <SnackbarHost>
      <ConfirmHost>
        <ObjectPanel
          title="Packing"
          recordLabel="record 7001"
          kind="own"
          properties={[material, pieces, returnable, sealed, packedOn]}
          failure={null}
          onRetry={() => undefined}
          version={3}
          values={stored}
          reading={{ nameOf: () => '', timeZone: 'UTC' }}
          optionsOf={() => undefined}
          whyNotEditable={null}
          asked={1}
          save={save}
          onUnsaved={() => undefined}
          onClose={onClose}
          {...more}
        />
      </ConfirmHost>
    </SnackbarHost>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** A required one has an asterisk behind its name. */
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const faultOf = (name: string) => {
  const described = input(name).getAttribute('aria-describedby');
  return (described && document.getElementById(described)?.textContent) || null;
};

async function answer(question: string, choice: string) {
  const dialog = await screen.findByRole('dialog', { name: question });
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: choice })));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
}
const sureToSave = 'Do you want to save this changes?';
const sureToDiscard = 'Are you sure you want to discard your changes?';

test('shows the enabled properties in their order, each by its type, and takes the focus', () => {
  show();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Packing' }));
  expect(screen.getByText('Record 7001 · 1200 Crate')).toBeTruthy();
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(names.map((name, index) => [name, values[index]])).toEqual([
    ['Pieces', '1200'],
    ['Material', 'Crate'],
    ['Returnable', 'Empty'],
    ['Packed on', '02/28/2026'],
  ]);
  fireEvent.keyDown(screen.getByRole('heading'), { key: 'Escape' });
  return waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('where it cannot be edited it says why', () => {
  show({ whyNotEditable: 'Packing is read-only for your role.' });
  expect(screen.getByText('Packing is read-only for your role.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('an object of a list is edited by whoever administers the list', async () => {
  show({ kind: 'listed', whyNotEditable: 'Packing is read-only for your role.' });
  fireEvent.click(button('Edit'));
  expect((await screen.findByRole('alert')).textContent).toContain('Contact the List Administrator');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('asks before it saves, sends what was changed alone, and is back to view', async () => {
  show();
  fireEvent.click(button('Edit'));
  expect(document.activeElement).toBe(input('Pieces'));
  expect([input('Material').ariaRequired, input('Pieces').ariaRequired]).toEqual(['true', null]);
  type('Pieces', '12');
  fireEvent.click(input('Returnable'));
  fireEvent.click(input('Returnable'));
  expect(hasUnsavedWork()).toBe(true);
  fireEvent.click(button('Save'));
  await answer(sureToSave, 'Cancel');
  expect(save).not.toHaveBeenCalled();
  fireEvent.click(button('Save'));
  await answer(sureToSave, 'Save');
  expect(save).toHaveBeenCalledExactlyOnceWith({
    idempotencyKey: expect.any(String),
    version: 3,
    before: stored,
    changes: new Map([[2, '12']]),
  });
  await waitFor(() => expect(document.activeElement).toBe(button('Edit')));
  expect(hasUnsavedWork()).toBe(false);
});

test('says at each property what is wrong, and sends nothing', async () => {
  show();
  fireEvent.click(button('Edit'));
  type('Material', ' ');
  type('Pieces', '1.5');
  type('Packed on', '2026-02-30');
  expect(faultOf('Material')).toBeNull();
  fireEvent.click(button('Save'));
  expect([faultOf('Material'), faultOf('Pieces'), faultOf('Packed on')]).toEqual([
    'Material is required',
    'Should be a whole number',
    'Invalid date format. Write MM/DD/YYYY, such as 12/31/2026.',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(input('Pieces')));
  expect(save).not.toHaveBeenCalled();
  type('Material', 'Carton');
  expect(faultOf('Material')).toBeNull();
});

test('Enter in edit warns to save first', async () => {
  show();
  fireEvent.click(button('Edit'));
  fireEvent.keyDown(input('Material'), { key: 'Enter' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Warning\nPlease save first');
  expect(input('Material')).toBeTruthy();
});

test('asks before it discards, and not where nothing was changed', async () => {
  show();
  fireEvent.click(button('Edit'));
  await act(async () => fireEvent.click(button('Discard')));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(button('Edit'));
  type('Material', 'Carton');
  fireEvent.keyDown(input('Material'), { key: 'Escape' });
  await answer(sureToDiscard, 'Keep editing');
  expect(input('Material').value).toBe('Carton');
  fireEvent.click(button('Close Packing'));
  await answer(sureToDiscard, 'Keep editing');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(button('Discard'));
  await answer(sureToDiscard, 'Discard');
  expect(screen.getByText('Crate')).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

test('what the server refuses is said at its property, and what was typed stays', async () => {
  const refusal = new RequestFailure('INVALID', 'Material: Should be wood', { details: { propertyId: 1 } });
  save.mockRejectedValueOnce(refusal);
  show();
  fireEvent.click(button('Edit'));
  type('Material', 'Tin');
  fireEvent.keyDown(input('Material'), { key: 's', ctrlKey: true });
  await answer(sureToSave, 'Save');
  expect(await screen.findByText('Save changes failed: Material: Should be wood')).toBeTruthy();
  expect([input('Material').value, faultOf('Material')]).toEqual(['Tin', 'Material: Should be wood']);
});

test("somebody else's changes of other properties stand beside one's own", async () => {
  const theirs = new Map([...stored, [2, '7']]);
  save.mockResolvedValueOnce({ kind: 'stale', version: 5, values: theirs });
  show();
  fireEvent.click(button('Edit'));
  type('Material', 'Tin');
  fireEvent.click(button('Save'));
  await answer(sureToSave, 'Save');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({
    idempotencyKey: expect.any(String),
    version: 5,
    before: theirs,
    changes: new Map([[1, 'Tin']]),
  });
});

test('of a property that both changed a person decides', async () => {
  const theirs = new Map([...stored, [1, 'Steel'], [2, '7']]);
  save.mockResolvedValue({ kind: 'stale', version: 5, values: theirs });
  show();
  fireEvent.click(button('Edit'));
  type('Material', 'Tin');
  type('Packed on', '2026-03-01');
  fireEvent.click(button('Save'));
  await answer(sureToSave, 'Save');
  const question = 'Packing of record 7001 was changed by somebody else';
  const dialog = await screen.findByRole('dialog', { name: question });
  const words = dialog.textContent;
  expect(words).toContain('They also changed Pieces: that is kept.');
  expect(words).toContain('Your changes of Packed on are kept.');
  const contested = within(dialog).getByRole('group', { name: 'Material' });
  expect(contested.textContent).toBe('MaterialIt wasCrateTake theirsSteelKeep mineTin');
  expect(within(dialog).getAllByRole('group')).toHaveLength(1);
  await answer(question, 'Decide later');
  expect(input('Material').value).toBe('Tin');
  expect(save).toHaveBeenCalledTimes(1);

  fireEvent.click(button('Save'));
  await answer(sureToSave, 'Save');
  const again = await screen.findByRole('dialog', { name: question });
  save.mockResolvedValue({ kind: 'saved' });
  fireEvent.click(within(again).getByRole('radio', { name: /Take theirs/ }));
  await answer(question, 'Save the record');
  await waitFor(() => expect(button('Edit')).toBeTruthy());
  expect(save).toHaveBeenLastCalledWith({
    idempotencyKey: expect.any(String),
    version: 5,
    before: theirs,
    changes: new Map([[5, '2026-03-01']]),
  });
});
