import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterTenant, startSession } from '../../platform/session.ts';
import { setLetterKeys } from './letter-keys.ts';
import { OpenKeySheet } from './open-key-sheet.tsx';
import { openKeySheet, usePanelKeys, useScreenKeys, useSheetKeys, type NamedKeys } from './screen-keys.ts';

const recordKeys = {
  title: 'On the record',
  keys: {
    turn: { keys: ['Alt+PageUp', 'Alt+PageDown'], does: 'turns', whileTyping: true },
    next: { keys: ['J'], does: 'the next record', whileTyping: true },
    save: { keys: ['Ctrl+S'], does: 'saves', whileTyping: true },
    sheet: { keys: ['?'], does: 'this sheet' },
    undo: { keys: ['Ctrl+Z'] },
  },
} satisfies NamedKeys;
const panelKeys = {
  title: 'In the panel',
  keys: { save: { keys: ['Ctrl+S'], where: 'in it', does: 'saves the panel' } },
} satisfies NamedKeys;

const done: string[] = [];
let panelMeansSave: boolean;

function Page() {
  useScreenKeys(recordKeys, {
    turn: (key) => done.push(key),
    next: () => done.push('next'),
    save: () => done.push('save'),
    undo: () => done.push('undo'),
    sheet: openKeySheet,
  });
  return (
    <>
      <OpenKeySheet />
      <Everywhere />
      <input aria-label="Field" />
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
      <Panel />
    </>
  );
}

function Everywhere() {
  useSheetKeys('everywhere', async () => [
    { title: 'Everywhere', keys: [{ keys: ['Ctrl+K'], does: 'searches' }] },
  ]);
  return null;
}

function Panel() {
  const onKeyDown = usePanelKeys(panelKeys, { save: () => (panelMeansSave ? done.push('panel') : 'pass') }, [
    'Ctrl+Z',
  ]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what stands in the panel
    <section aria-label="Panel" onKeyDown={onKeyDown}>
      <button type="button">In the panel</button>
    </section>
  );
}

beforeEach(() => {
  done.length = 0;
  panelMeansSave = true;
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  enterTenant({ id: 3, url: 'northwind' }, 'backend');
  render(<Page />);
});
afterEach(() => setLetterKeys(true));

const field = () => screen.getByLabelText('Field');
const inPanel = () => screen.getByRole('button', { name: 'In the panel' });

describe('the keys of a screen', () => {
  it('work wherever the focus is, by the key that was pressed', () => {
    fireEvent.keyDown(document.body, { key: 'PageDown', altKey: true });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(done).toEqual(['Alt+PageDown', 'next']);
  });

  it('ask for exactly their modifiers', () => {
    fireEvent.keyDown(document.body, { key: 'PageDown' });
    fireEvent.keyDown(document.body, { key: 'J', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, altKey: true });
    expect(done).toEqual([]);
  });

  it('work while somebody types only if they say so, and never as a letter alone', () => {
    fireEvent.keyDown(field(), { key: 's', metaKey: true });
    fireEvent.keyDown(field(), { key: 'z', ctrlKey: true });
    fireEvent.keyDown(field(), { key: 'j' });
    expect(done).toEqual(['save']);
  });

  it('are taken from the browser, those that mean nothing are left to it', () => {
    expect(fireEvent.keyDown(field(), { key: 's', ctrlKey: true })).toBe(false);
    expect(fireEvent.keyDown(field(), { key: 'z', ctrlKey: true })).toBe(true);
  });

  it('are silent in a dialog', () => {
    fireEvent.keyDown(screen.getByRole('button', { name: 'In a dialog' }), { key: 's', ctrlKey: true });
    expect(done).toEqual([]);
  });
});

describe('the keys of a panel', () => {
  it('come before those of the screen', () => {
    fireEvent.keyDown(inPanel(), { key: 's', ctrlKey: true });
    expect(done).toEqual(['panel']);
  });

  it('are the screen’s if the panel passes them on', () => {
    panelMeansSave = false;
    fireEvent.keyDown(inPanel(), { key: 's', ctrlKey: true });
    expect(done).toEqual(['save']);
  });

  it('hold back what the screen may not act on', () => {
    expect(fireEvent.keyDown(inPanel(), { key: 'z', ctrlKey: true })).toBe(true);
    expect(done).toEqual([]);
  });
});

describe('the key sheet', () => {
  it('shows what is there, the screen first', async () => {
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    await screen.findByText('searches');
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'On the record',
      'In the panel',
      'Everywhere',
    ]);
    expect(screen.getByText('Alt+Page Up')).toBeTruthy();
    // The key, and beside it where it works.
    expect(screen.getByText('in it').previousElementSibling?.textContent).toBe('Ctrl+S');
  });

  it('switches single letters off', async () => {
    openKeySheet();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Single letters are shortcuts' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close the keyboard shortcuts' }));
    await vi.waitFor(() => expect(screen.queryByText('Keyboard shortcuts')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(done).toEqual([]);
  });
});
