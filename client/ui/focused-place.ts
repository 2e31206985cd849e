/** What has the focus; in a grid the cell that is active. */
export function focusedPlace(): HTMLElement {
  const focused = document.activeElement;
  const cell = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
  return cell ?? (focused instanceof HTMLElement ? focused : document.body);
}
