import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost, useConfirm, type Question } from './confirm-dialog.tsx';

beforeEach(() => localStorage.clear());

function Asking({ question, onAnswer }: { question: Question; onAnswer: (confirmed: boolean) => void }) {
  const confirm = useConfirm();
  return <button onClick={() => void confirm(question).then(onAnswer)}>ask</button>;
}

function ask(question: Question) {
  const onAnswer = vi.fn<(confirmed: boolean) => void>();
  render(
    <ConfirmHost>
      <Asking question={question} onAnswer={onAnswer} />
    </ConfirmHost>,
  );
  fireEvent.click(screen.getByText('ask'));
  return onAnswer;
}

test('resolves true on confirm and false on cancel, and opens on the safest button', async () => {
  const onAnswer = ask({ title: 'Sure?' });
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(false));
  fireEvent.click(screen.getByText('ask'));
  fireEvent.click(screen.getByText('Confirm'));
  await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(true));
});

test('a question that was settled is answered yes without a dialog', async () => {
  const remember = { tenant: '1', section: 'orders', recordType: '3', action: 'delete' };
  const onAnswer = ask({ title: 'Sure?', remember });
  fireEvent.click(screen.getByLabelText("Don't show this again"));
  fireEvent.click(screen.getByText('Confirm'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByText('ask'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(2));
  expect(onAnswer).toHaveBeenLastCalledWith(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a cancelled question is not settled by its tick', async () => {
  const remember = { tenant: '1', section: 'orders', recordType: '3', action: 'edit' };
  const onAnswer = ask({ title: 'Sure?', remember });
  fireEvent.click(screen.getByLabelText("Don't show this again"));
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(false));
  fireEvent.click(screen.getByText('ask'));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('what fails keeps the dialog and says why', async () => {
  const onAnswer = ask({
    title: 'Sure?',
    onConfirm: async () => {
      throw new Error('a bug');
    },
  });
  fireEvent.click(screen.getByText('Confirm'));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toBe('Internal server error.');
  expect(onAnswer).not.toHaveBeenCalled();
});
