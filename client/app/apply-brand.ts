import { chosenBrand } from '../brands/chosen-brand.ts';

/** Static styles read the accent from the page; MUI's theme is made from the same brand. */
export function applyBrand(): void {
  const page = document.documentElement;
  page.dataset['brand'] = chosenBrand.name;
  page.style.setProperty('--rh-primary', chosenBrand.accent.primary);
  page.style.setProperty('--rh-primary-hover', chosenBrand.accent.hover);
  page.style.setProperty('--rh-accent-pale', chosenBrand.accent.pale);
  page.style.setProperty('--rh-on-primary', chosenBrand.accent.text);
}
