import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartInspector } from './inspectors.tsx';

test('why something cannot be switched off is said at its button, which has the focus', () => {
  const values = { name: 'Weight', enabled: false };
  const sentence = 'Weight cannot be switched off: Note depends on it.';
  render(
    <PartInspector
      part={{ key: 'f3', id: 3, version: 1, base: values, values, theirs: null }}
      fault={{ key: 'f3', name: 'enabled', sentence }}
      thing={(id) => ({ kind: 'FIELD', id: 1, fieldKey: `f${id}` })}
      onSet={() => undefined}
      onDrop={() => undefined}
    />,
  );
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Switch on' }));
});
