import { doubtConnection, getConnection } from '../platform/connection.ts';
import { snackbars } from './snackbars.tsx';

export const notLoaded =
  'A part of the application could not be loaded. Check your connection and try again.';

/**
 * Code that a press asks for. Null where it does not come, which is said: a browser does not ask again for a piece that
 * has failed while the page stands, so loading the page anew is offered.
 */
export async function loadOrSay<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch {
    sayNotLoaded();
    return null;
  }
}

export const sayNotLoaded = () =>
  snackbars.error(notLoaded, { label: 'Load again', run: () => void loadAgain() });

/** Only where the server answers: else the browser would show a page of its own in the place of this one. */
export async function loadAgain(): Promise<void> {
  await doubtConnection();
  if (getConnection().state === 'fine') window.location.reload();
  else sayNotLoaded();
}
