// A provider's page cannot be shown over a page that stands, so it opens in a window of its own. When somebody is
// signed in there, that window has done its work.
const name = 'sign-in-again';

export function openSignInWindow(path: string): void {
  window.open(path, name, 'popup,width=520,height=720');
}

/** Ends this window when it was opened only to sign in. A browser may refuse: then it is an ordinary one. */
export function closeSignInWindow(): void {
  if (window.name === name) window.close();
}
