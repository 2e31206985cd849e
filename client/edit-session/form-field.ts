import { useSyncExternalStore } from 'react';
import { afterPress } from '../ui/after-press.ts';
import type { EditSession } from './edit-session.ts';
import type { EditField, ThingId } from './edited.ts';

/**
 * Why the input is closed by what the other fields hold, or null; one that was written into stays open and says so.
 * And whether the field is asked for.
 */
export function useFieldState<Source, Id extends ThingId, Field extends EditField>(
  session: EditSession<Source, Id, Field>,
  id: Id,
  key: string,
): { readonly whyClosed: string | null; readonly isAsked: boolean } {
  const state = useSyncExternalStore(session.subscribe, () => session.getState(id, key));
  const isWritten = useSyncExternalStore(
    session.subscribe,
    () => session.getRows().get(id)?.values.has(key) ?? false,
  );
  return { whyClosed: isWritten ? null : state.whyReadOnly, isAsked: state.whyRequired !== null };
}

/** The keys of the fields that the thing as it is written now does not show, with spaces between. */
export const useHiddenKeys = <Source, Id extends ThingId, Field extends EditField>(
  session: EditSession<Source, Id, Field>,
  id: Id,
): string =>
  useSyncExternalStore(session.subscribe, () =>
    [...(session.getRows().get(id)?.states ?? [])]
      .flatMap(([key, { isShown }]) => (isShown ? [] : [key]))
      .join(' '),
  );

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
    onBlur: () => afterPress(() => session.leaveInput(id, key)),
  };
}
