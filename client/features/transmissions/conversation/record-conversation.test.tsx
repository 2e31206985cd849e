// Of a long conversation the lines out of sight are a number and a name, until they come near.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, enterTenant, startSession } from '../../../platform/session.ts';
import { keyOf } from '../../../platform/storage/drafts.ts';
import { SnackbarHost } from '../../../ui/snackbars.tsx';
import type { Conversation, ConversationLine } from './api.ts';
import { saidOf } from './conversation-draft.ts';
import { findDraft, keepDraft } from './kept-draft.ts';
import { RecordConversation } from './record-conversation.tsx';

let come: (numbers: readonly number[]) => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  endSession('signed out');
  startSession('token', 'ann@example.com');
  enterTenant({ id: 1, url: 'one' }, 'backend');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn();
      readonly unobserve = vi.fn();
      readonly disconnect = vi.fn();
      constructor(tell: (entries: readonly object[]) => void) {
        come = (numbers) =>
          act(() => tell(numbers.map((number) => ({ isIntersecting: true, target: lineOf(number) }))));
      }
    },
  );
});

const aLine = (number: number): ConversationLine => ({
  number,
  name: `Clamp ${number}`,
  details: '',
  agreedIn: null,
  waitsForUs: true,
  waitsForThem: false,
  mine: null,
  theirs: { isWithout: false, values: ['60'] },
  agreed: null,
  last: null,
});
const tree = (count: number, more: Partial<Conversation> = {}) => {
  const conversation = {
    id: 5,
    version: 1,
    company: 'Adventure Works',
    whyClosed: null,
    mayAnswer: true,
    waitsForUs: count,
    waitsForThem: 0,
    dueAt: null,
    isOverdue: false,
    agreedHash: null,
    reasons: [],
    sums: [],
    versions: [],
    terms: [{ item: 4, name: 'Quantity', dataType: 'number', currency: null }],
    lines: Array.from({ length: count }, (_, at) => aLine(at + 1)),
    ...more,
  } as unknown as Conversation;
  return (
    <QueryClientProvider client={queries}>
      <SnackbarHost>
        <RecordConversation recordId={7} conversations={[conversation]} />
      </SnackbarHost>
    </QueryClientProvider>
  );
};
const queries = new QueryClient();
const show = (count: number, more?: Partial<Conversation>) => render(tree(count, more));
const lines = () => within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem');
const lineOf = (number: number): HTMLElement => lines()[number - 1]!;
const quantities = () => screen.queryAllByRole('columnheader', { name: 'Quantity' });

test('a short one is drawn whole', () => {
  show(3);
  expect(quantities()).toHaveLength(3);
});

test('of a long one each line can be found and walked to, and is drawn whole as it comes near', () => {
  show(100);
  expect(lines()).toHaveLength(100);
  expect(screen.getByText('Clamp 100')).toBeTruthy();
  expect(quantities()).toHaveLength(0);
  come([1, 2]);
  expect(quantities()).toHaveLength(2);
  lineOf(1).focus();
  fireEvent.keyDown(lineOf(1), { key: 'End' });
  expect(document.activeElement).toBe(lineOf(100));
  // What is written is in sight, whatever the browser has told yet.
  fireEvent.keyDown(lineOf(100), { key: 'r' });
  expect(within(lineOf(100)).getByRole('form', { name: 'Reject Clamp 100' })).toBeTruthy();
});

test('a pasted list answers the lines out of sight as well', () => {
  show(100);
  come([1]);
  fireEvent.paste(lineOf(1), { clipboardData: { getData: () => '1\t60\n100\t59' } });
  expect(within(lineOf(1)).getByText('Accept')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send answer, 2 lines' })).toBeTruthy();
  come([100]);
  expect(within(lineOf(100)).getByText('Change, Quantity 59')).toBeTruthy();
});

test('what is printed is printed whole', () => {
  show(100);
  fireEvent(window, new Event('beforeprint'));
  expect(quantities()).toHaveLength(100);
});

test('what is answered in another window is shown here, and nothing that is written here takes it away', () => {
  show(3);
  const elsewhere = { 2: { kind: 'REJECTED', values: {}, reason: 'No oak', to: saidOf(aLine(2)) } } as const;
  keepDraft(5, { answers: elsewhere, message: '' });
  fireEvent(window, new StorageEvent('storage', { key: keyOf('conversation:5') }));
  expect(screen.getByRole('button', { name: 'Send answer, 1 line' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Message, read by both'), { target: { value: 'By Friday' } });
  expect(findDraft(5)).toEqual({ answers: elsewhere, message: 'By Friday' });
});

test('who loses the right to answer reads why nothing can be sent, and what was written', () => {
  const { rerender } = show(2);
  fireEvent.keyDown(lineOf(1), { key: 'a' });
  fireEvent.change(screen.getByLabelText('Message, read by both'), { target: { value: 'By Friday' } });
  rerender(tree(2, { mayAnswer: false }));
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe(
    'Your role may not answer other companies here. What you wrote is not sent. It stays in this browser, and can be copied. Your message: By Friday',
  );
  expect(screen.getByText('2 lines wait for an answer')).toBeTruthy();
  rerender(tree(2));
  expect(screen.getByLabelText('Message, read by both')).toHaveProperty('value', 'By Friday');
});

test('who may not answer is told so where somebody waits', () => {
  show(2, { mayAnswer: false });
  expect(screen.getByText('Your role may not answer other companies here.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an answer that got none is sent again under its key', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    if (!body.includes('AnswerConversation')) return new Response(url.endsWith('/healthz') ? 'ok' : '{}');
    const { variables } = JSON.parse(body) as { variables: { data: { requestKey: string } } };
    keys.push(variables.data.requestKey);
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ data: { answerConversation: { id: 5, version: 2 } } });
  });
  show(1);
  fireEvent.keyDown(lineOf(1), { key: 'a' });
  fireEvent.click(screen.getByRole('button', { name: 'Send answer, 1 line' }));
  await screen.findByText('Sent to Adventure Works');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
