/** As a ref: the element takes the focus when it comes into the page, and not again. */
export function focusAtFirst(element: HTMLElement | null): void {
  element?.focus();
}
