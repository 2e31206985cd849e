// Where to go after sign-in. It belongs to the tab and not to the browser, so it is kept in session storage;
// the caller checks the path before following it.
const key = 'redirectPath';

export function rememberRedirectPath(path: string): void {
  try {
    window.sessionStorage.setItem(key, path);
  } catch {
    // Without storage the person lands on the tenant's first page instead.
  }
}

/** The remembered path, which is forgotten by asking. */
export function takeRedirectPath(): string | null {
  try {
    const path = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return path;
  } catch {
    return null;
  }
}
