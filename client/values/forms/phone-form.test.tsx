import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PhoneForm } from './inputs.tsx';

test('while its countries are on their way a phone reads as everywhere else, not as it is stored', async () => {
  render(
    <PhoneForm
      field={{ name: 'Phone', dataType: 'phone' }}
      options={undefined}
      value="[1,4155550133]"
      onChange={() => undefined}
      onBlur={() => undefined}
      required={false}
      error={null}
      ref={null}
    />,
  );
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  expect(input().disabled).toBe(true);
  expect(input().value).toBe('+1 4155550133');
  await waitFor(() => expect(input().disabled).toBe(false));
  expect(input().value).toBe('(415) 555-0133');
});
