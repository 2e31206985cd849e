import { useSyncExternalStore } from 'react';
import type { EditField, EditSession, ThingId } from './edit-session.ts';

/**
 * What the input of one field of a form shows, and what it tells the session. A key in one input renders no other.
 * @param id the thing that the form is about
 */
export function useFormField<Source, Id extends ThingId, Field extends EditField>(
  session: EditSession<Source, Id, Field>,
  id: Id,
  key: string,
) {
  const value = useSyncExternalStore(session.subscribe, () => session.getValue(id, key));
  const error = useSyncExternalStore(
    session.subscribe,
    () => session.getRows().get(id)?.look.faults.get(key) ?? null,
  );
  return {
    value,
    error,
    onChange: (text: string) => session.write([{ row: id, column: key, value: text }]),
    onBlur: () => session.leaveInput(id, key),
  };
}
