// Runs before every module, in whatever order those are loaded: goober, which styles the snackbars, writes its first
// rules while it is loaded, and the policy of the page refuses styles made by script without the nonce.
{
  const nonce = document.querySelector('meta[name="csp-nonce"]').content;
  // oxlint-disable-next-line no-underscore-dangle -- goober looks for it by this name
  if (nonce !== '' && !nonce.startsWith('__')) window.__nonce__ = nonce;
}
