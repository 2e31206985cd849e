// The link of a first start that was opened in this tab. It outlives the sign-in that may come first, and is not left in
// the address.
const key = 'firstLink';

export function rememberFirstLink(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Without storage the link has to be opened again after signing in.
  }
}

export function readFirstLink(): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetFirstLink(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}
