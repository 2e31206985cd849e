/** Where a person goes on whose place is gone with what they pressed; whoever is elsewhere stays there. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus();
}
