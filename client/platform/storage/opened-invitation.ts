// The invitation whose link was opened in this tab. It outlives the sign-in that may come first, at a provider's
// page too, and is not left in the address.
const key = 'invitation';

export function rememberInvitation(token: string): void {
  try {
    window.sessionStorage.setItem(key, token);
  } catch {
    // Without storage the link of the mail has to be opened again after signing in.
  }
}

export function readInvitation(): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}
