/**
 * Where a menu of the element belongs in the page: MUI would hang it on the body, outside of every landmark, where
 * those who move by landmarks do not find it. For the `container` of MUI's Menu and Popover.
 */
export function findLandmark(element: Element | null): Element | null {
  return element?.closest('[role="dialog"], header, nav, main') ?? null;
}
