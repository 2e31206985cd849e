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
  if (focused?.matches('#first-form :is(button, a)')) focusNamesake(focused, form);
  return isSent;
}

/** Who had come to a button or a link by keys goes on from the same one. */
function focusNamesake(from: Element, form: HTMLFormElement): void {
  const nameOf = (element: Element) => element.ariaLabel ?? element.textContent.trim();
  const same = [...form.querySelectorAll<HTMLElement>('button, a')].find((to) => nameOf(to) === nameOf(from));
  same?.focus({ preventScroll: true });
}

function moveFocus(from: HTMLInputElement, to: HTMLInputElement): void {
  to.focus({ preventScroll: true });
  // An input for an email does not say where its cursor stands: it is put behind what was typed.
  const { selectionStart, selectionEnd } = from;
  if (selectionStart !== null) to.setSelectionRange(selectionStart, selectionEnd);
}
