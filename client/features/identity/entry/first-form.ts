// The sign-in form stands in the page before its code has come (client/index.html). What was typed there, where the
// cursor stood and that it was sent go on in the form that takes its place.

/** Whether it was sent. The form in the page is taken once: a later one begins empty. */
export function takeFirstForm(form: HTMLFormElement): boolean {
  const first = document.getElementById('first-form');
  if (!(first instanceof HTMLFormElement) || document.documentElement.dataset['shell'] !== 'sign-in')
    return false;
  delete document.documentElement.dataset['shell'];
  const focused = document.activeElement;
  const isSent = first.dataset['sent'] !== undefined;
  let isTouched = isSent;
  for (const from of first.elements) {
    if (!(from instanceof HTMLInputElement)) continue;
    const to = form.elements.namedItem(from.name);
    if (!(to instanceof HTMLInputElement)) continue;
    if (from.value !== '' && !to.readOnly) {
      isTouched = true;
      to.value = from.value;
      to.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (from === focused && (isTouched || from.name !== 'email')) moveFocus(from, to);
  }
  return isSent;
}

function moveFocus(from: HTMLInputElement, to: HTMLInputElement): void {
  to.focus({ preventScroll: true });
  // An input for an email does not say where its cursor stands: it is put behind what was typed.
  const { selectionStart, selectionEnd } = from;
  if (selectionStart !== null) to.setSelectionRange(selectionStart, selectionEnd);
}
