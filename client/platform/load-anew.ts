/** Leaves the document for the path, so that everything in memory goes. */
export function loadAnew(path: string): void {
  window.location.replace(path);
}
