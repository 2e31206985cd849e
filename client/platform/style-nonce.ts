// Imported before all else: goober, which styles the snackbars, writes its first rules while it is loaded.
/** The nonce that the server put into this page, without which the policy refuses styles made by script. */
export const styleNonce = findNonce();
if (styleNonce !== undefined) Object.assign(window, { __nonce__: styleNonce });

function findNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined || nonce === '' || nonce.startsWith('__') ? undefined : nonce;
}
