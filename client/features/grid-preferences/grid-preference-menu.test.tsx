import { noGridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState, type ComponentProps } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionHeaders } from '../../platform/graphql/request.ts';
import { RequestFailure } from '../../platform/request-failure.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { SnackbarHost } from '../../ui/snackbars.tsx';
import type { Preference } from './api.ts';
import * as api from './api.ts';
import * as saving from './saving/api.ts';
import { GridPreferenceMenu } from './grid-preference-menu.tsx';
import { toSavedOptions, type PreferredGrid } from './preferred-grid.ts';
import { PreferenceNaming } from './preference-name-dialog.tsx';
import { useGridPreferences, type PreferenceSet } from './use-grid-preferences.ts';
import type { Naming } from './naming.ts';

beforeEach(() => localStorage.clear());
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);

const aPreference = (id: number, savedName: string, more: Partial<Preference> = {}): Preference => ({
  id,
  recordTypeId: 3,
  savedName,
  isDefault: false,
  isRoleDefault: false,
  role: null,
  version: 1,
  gridOptions: noGridOptions,
  leftOutConditions: 0,
  leftOutOthers: 0,
  ...more,
});
const clerks = { id: 9, name: 'Clerk' };
const own = aPreference(1, 'My own', { isDefault: true });
const ofRole = aPreference(2, 'Of my role', { role: clerks });
const ofOthers = aPreference(3, 'Of others', { role: { id: 10, name: 'Lead' } });
const opensLead = aPreference(4, 'Opens', { role: { id: 10, name: 'Lead' }, isRoleDefault: true });

type Shown = {
  chosen?: Preference | null;
  isChanged?: boolean;
  grid?: null;
  look?: 'selector' | 'tabs';
  roles?: PreferenceSet['roles'];
  maySave?: boolean;
  ofRole?: Preference;
  standard?: PreferenceSet['standard'];
};

/** As the page of a grid has it: the menu, and beside it the name that is asked for. */
function MenuOfPage(props: Omit<ComponentProps<typeof GridPreferenceMenu>, 'onName'>) {
  const [naming, setNaming] = useState<Naming | null>(null);
  return (
    <>
      <GridPreferenceMenu {...props} onName={setNaming} />
      {naming !== null && <PreferenceNaming naming={naming} onClose={() => setNaming(null)} />}
    </>
  );
}

function show({
  chosen = null,
  isChanged = false,
  grid,
  roles = [],
  maySave = true,
  look = 'selector',
  ofRole: roleView = ofRole,
  standard = { id: 5, isOwn: true, preference: own },
}: Shown = {}) {
  const apply = vi.fn<NonNullable<PreferredGrid>['apply']>();
  const restore = vi.fn<() => void>();
  const choose = vi.fn<NonNullable<PreferredGrid>['choose']>();
  const state: PreferredGrid =
    grid === null
      ? null
      : {
          options: noGridOptions,
          saved: chosen && toSavedOptions(chosen),
          isChanged,
          apply,
          choose,
          restore,
        };
  const set: PreferenceSet = {
    opening: own,
    standard,
    own: [own],
    ofRole: [roleView],
    ofOtherRoles: roles.length > 0 ? [ofOthers] : [],
    roles,
  };
  const find = (id: number) =>
    [own, ofRole, ofOthers, opensLead, chosen].find((preference) => preference?.id === id) ?? null;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarHost>
        <ConfirmHost>
          <MenuOfPage
            recordTypeId={3}
            preferences={{ set, find }}
            grid={state}
            maySave={maySave}
            look={look}
          />
        </ConfirmHost>
      </SnackbarHost>
    </QueryClientProvider>,
  );
  return { apply, choose, restore };
}

const selector = () => screen.getByRole('button', { name: /^Grid preference: / });
const open = () => fireEvent.click(selector());
const item = (name: RegExp | string) => screen.getByRole('menuitem', { name });
const actions = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('names the chosen one, and marks that the grid was changed since', () => {
  show({ chosen: own, isChanged: true });
  expect(selector().getAttribute('aria-label')).toBe('Grid preference: My own, changed');
  expect(screen.getByTestId('unsaved')).toBeTruthy();
});

test('offers the own ones and those of the role, and applies the one that is chosen', async () => {
  const { apply } = show({ chosen: own });
  open();
  const offered = screen.getAllByRole('menuitemradio');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Standard view',
    'My ownDefault',
    'Of my role, set by an administrator',
  ]);
  expect(offered.map((choice) => choice.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false']);
  fireEvent.click(offered[2]!);
  expect(apply).toHaveBeenCalledWith(toSavedOptions(ofRole));
  expect(await screen.findByText('Grid preference changed!')).toBeTruthy();
});

test('the standard view is the grid as it starts', () => {
  const { apply } = show({ chosen: own });
  open();
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Standard view' }));
  expect(apply).toHaveBeenCalledWith(null);
});

test('an own one can be saved, renamed, made no default and deleted', () => {
  show({ chosen: own, isChanged: true });
  open();
  expect(actions()).toEqual([
    'Back to the view',
    'Save changes',
    'Save as new…',
    'Rename…',
    'No longer my default',
    'Delete…',
  ]);
});

test('one of the role is locked: neither rename nor delete, and saving says why', async () => {
  show({ chosen: ofRole, isChanged: true });
  open();
  expect(actions()).toEqual([
    'Back to the view',
    'Save changesAdmin preferences cannot be edited. You should save as new.',
    'Save as new…',
    'Make default',
  ]);
  fireEvent.click(item(/^Save changes/));
  const alert = await screen.findByRole('alert', { hidden: true });
  expect(alert.textContent).toContain('Admin preferences cannot be edited. You should save as new.');
});

test('its Save view says why, and asks for a name', async () => {
  show({ chosen: ofRole, isChanged: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByRole('dialog', { name: 'Save as a new grid preference' })).toBeTruthy();
  expect(screen.getByText('Admin preferences cannot be edited. You should save as new.')).toBeTruthy();
});

describe("back to my role's default", () => {
  const roleDefault = { ...ofRole, isRoleDefault: true };

  test('asks first where a default of my own comes before it', async () => {
    show({ chosen: own, ofRole: roleDefault });
    open();
    fireEvent.click(item("Back to my role's default"));
    expect((await screen.findByRole('dialog')).textContent).toContain('in place of “My own”');
  });

  test('is shown at once where none does, whoever may save', async () => {
    const { apply } = show({ chosen: own, ofRole: roleDefault, standard: null, maySave: false });
    open();
    fireEvent.click(item("Back to my role's default"));
    expect(apply).toHaveBeenCalledWith(toSavedOptions(roleDefault));
    expect(await screen.findByText('Grid preference changed!')).toBeTruthy();
  });

  test('is not offered where the grid is there already, and where the role has none', () => {
    show({ chosen: roleDefault, ofRole: roleDefault, standard: null });
    open();
    expect(actions()).not.toContain("Back to my role's default");
    cleanup();
    show({ chosen: own });
    open();
    expect(actions()).not.toContain("Back to my role's default");
  });
});

test('an administrator changes those of roles too', () => {
  show({ chosen: ofOthers, isChanged: true, roles: [clerks] });
  open();
  expect(actions()).toEqual([
    'Back to the view',
    'Save changes',
    'Save as new…',
    'Rename…',
    'Make default of Lead',
    'Save for role…',
    'Delete…',
  ]);
});

test('who may not save is told so, and may choose', () => {
  show({ chosen: own, isChanged: true, maySave: false });
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  open();
  for (const text of actions().slice(1)) expect(text).toMatch(/Your role cannot save grid preferences\.$/);
});

test('without a grid state nothing is saved', async () => {
  show({ grid: null });
  open();
  fireEvent.click(item('Save as new…'));
  expect(await screen.findByText('apiRef is not defined')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('changes are kept after the question, and not asked for again when it was settled', async () => {
  const update = vi.spyOn(saving, 'updatePreference').mockResolvedValue();
  show({ chosen: own, isChanged: true });
  const saveView = () => fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  saveView();
  const question = screen.getByRole('dialog', { name: 'Keep changes?' });
  expect(update).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByLabelText("Don't show this again"));
  fireEvent.click(within(question).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(update).toHaveBeenCalledWith(own, { gridOptions: noGridOptions }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  saveView();
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(Object.keys(localStorage)).toContainEqual('dont-show-again::grid%20preferences:3:edit');
});

describe('of a view of which a condition is left out', () => {
  const lacking = aPreference(6, 'Lacking', { leftOutConditions: 1 });

  test('the question and what is said after it tell that it stays', async () => {
    const update = vi.spyOn(saving, 'updatePreference').mockResolvedValue();
    show({ chosen: lacking, isChanged: true });
    open();
    fireEvent.click(item('Save changes'));
    const kept = /A condition that is left out here stays in it\./;
    expect(await within(await screen.findByRole('dialog')).findByText(kept)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/^Changes Saved! A condition/)).toBeTruthy();
    expect(update).toHaveBeenCalledWith(lacking, { gridOptions: noGridOptions });
  });

  test('a new one that is made from it keeps it too, and says so', async () => {
    const register = vi.spyOn(saving, 'registerPreference').mockResolvedValue(7);
    show({ chosen: lacking, isChanged: true });
    open();
    fireEvent.click(item('Save as new…'));
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Other' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Do you want to save this changes?' });
    expect(question.textContent).toContain('A condition that is left out here stays in it.');
    fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Changes Saved! A condition/)).toBeTruthy();
    expect(register).toHaveBeenCalledWith(3, {
      savedName: 'Other',
      gridOptions: noGridOptions,
      isDefault: true,
      basedOn: 6,
    });
  });

  test('it is taken out by an action of its own', async () => {
    const update = vi.spyOn(saving, 'updatePreference').mockResolvedValue();
    show({ chosen: lacking });
    open();
    fireEvent.click(item('Take out what is left out…'));
    fireEvent.click(await screen.findByRole('button', { name: 'Take out' }));
    await waitFor(() => expect(update).toHaveBeenCalledWith(lacking, { dropLeftOut: true }));
  });
});

test('what could not be saved is said, in the question and in passing', async () => {
  vi.spyOn(saving, 'updatePreference').mockRejectedValue(
    new RequestFailure('CONFLICT', 'It was changed meanwhile.'),
  );
  show({ chosen: own, isChanged: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Save changes failed: It was changed meanwhile.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Keep changes?' }).textContent).toContain(
    'It was changed meanwhile.',
  );
});

test('a new one needs a name that is free, and names the grid from then on', async () => {
  const register = vi
    .spyOn(saving, 'registerPreference')
    .mockRejectedValueOnce(new RequestFailure('INVALID', 'Taken elsewhere.', { field: 'savedName' }))
    .mockResolvedValueOnce(12);
  const { choose } = show({ isChanged: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save the grid preference' });
  const name = within(dialog).getByLabelText<HTMLInputElement>(/^Name/);
  await waitFor(() => expect(document.activeElement).toBe(name));
  const submit = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  submit();
  expect(dialog.textContent).toContain('Name is required.');
  fireEvent.change(name, { target: { value: 'my OWN ' } });
  expect(dialog.textContent).toContain('A grid preference of this name exists already.');
  submit();
  expect(register).not.toHaveBeenCalled();
  fireEvent.change(name, { target: { value: ' Another ' } });
  submit();
  await waitFor(() => expect(dialog.textContent).toContain('Taken elsewhere.'));
  expect(name.value).toBe(' Another ');
  submit();
  await waitFor(() => expect(choose).toHaveBeenCalledWith(12));
  const saved = { savedName: 'Another', gridOptions: noGridOptions, isDefault: true };
  expect(register).toHaveBeenLastCalledWith(3, saved);
});

test('one that is deleted is asked about, and the grid is as it starts', async () => {
  const remove = vi.spyOn(saving, 'deletePreference').mockResolvedValue();
  const { apply } = show({ chosen: own });
  open();
  fireEvent.click(item('Delete…'));
  const question = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this item?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith(own));
  await waitFor(() => expect(apply).toHaveBeenCalledWith(null));
});

test('as tabs: one for each, the chosen one with its mark, those of a role with a lock', () => {
  const { apply } = show({ look: 'tabs', chosen: own, isChanged: true });
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Standard view',
    'My own, changed',
    'Of my role, set by an administrator',
  ]);
  expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false']);
  expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);

  tabs[1]!.focus();
  fireEvent.keyDown(tabs[1]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tabs[2]);
  expect(apply).not.toHaveBeenCalled();
  fireEvent.keyDown(tabs[2]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tabs[0]);
  fireEvent.keyDown(tabs[0]!, { key: 'End' });
  fireEvent.click(tabs[2]!);
  expect(apply).toHaveBeenCalledWith(toSavedOptions(ofRole));
  // What the selector can do is one button away, by the same words.
  open();
  expect(actions()).toContain('Save as new…');
});

test('as tabs: a changed grid goes back to the view in one click', () => {
  const { restore } = show({ look: 'tabs', chosen: own, isChanged: true });
  fireEvent.click(screen.getByRole('button', { name: 'Back to the view' }));
  expect(restore).toHaveBeenCalled();
});

describe('what is kept for a role has a reason', () => {
  test('its deletion asks for it, says who opens with it, and sends it', async () => {
    const remove = vi.spyOn(saving, 'deletePreference');
    let sent: string | undefined;
    remove.mockImplementation(() => {
      sent = sessionHeaders()['change_reason'];
      return Promise.resolve();
    });
    show({ chosen: opensLead, roles: [clerks] });
    open();
    fireEvent.click(item('Delete…'));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Lead opens with it');
    fireEvent.change(screen.getByLabelText(/^Reason \(optional\)/), { target: { value: 'Nobody uses it' } });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(remove).toHaveBeenCalledTimes(1));
    expect(sent).toBe('Nobody%20uses%20it');
    remove.mockRestore();
    // It is gone with its question.
    await waitFor(() => expect(sessionHeaders()['change_reason']).toBeUndefined());
  });

  test('saving for a role asks for it', async () => {
    show({ chosen: ofOthers, isChanged: true, roles: [clerks] });
    open();
    fireEvent.click(item('Save for role…'));
    await screen.findByRole('dialog', { name: 'Save the grid for a role' });
    expect(screen.getByLabelText(/^Reason \(optional\)/)).toBeTruthy();
  });

  test('what is one’s own has none', async () => {
    show({ chosen: own, isChanged: true, roles: [clerks] });
    open();
    fireEvent.click(item('Delete…'));
    await screen.findByRole('dialog');
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  });
});

test('a view that its owner has named anew is called so when one comes back to the window', async () => {
  const list = (name: string) => ({ own: [], ofRole: [aPreference(2, name, { role: clerks })], roles: [] });
  const standard = vi.spyOn(api, 'getDefault').mockResolvedValue({ preference: null } as never);
  const listed = vi.spyOn(api, 'listPreferences').mockResolvedValue(list('Of my role'));
  function Page() {
    const { find } = useGridPreferences(3, 'default');
    return <p>{find(2)?.savedName ?? 'Gone'}</p>;
  }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })}
    >
      <Page />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Of my role')).toBeTruthy();
  listed.mockResolvedValue(list('Late ones'));
  fireEvent(window, new Event('visibilitychange'));
  expect(await screen.findByText('Late ones')).toBeTruthy();
  listed.mockResolvedValue({ own: [], ofRole: [], roles: [] });
  fireEvent(window, new Event('visibilitychange'));
  expect(await screen.findByText('Gone')).toBeTruthy();
  expect(standard).toHaveBeenCalled();
});
