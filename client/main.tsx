import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';
import { addFonts } from './app/add-fonts.ts';
import { applyBrand } from './app/apply-brand.ts';
import { startTheme } from './ui/theme-configuration.ts';

declare global {
  interface Window {
    /** Without it the policy of the page refuses styles made by script; the name is goober's. */
    __nonce__?: string;
  }
}

applyBrand();
startTheme();
addFonts();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
// Left there by index.html.
// oxlint-disable-next-line no-underscore-dangle -- goober looks for it by this name
createRoot(root).render(<Application nonce={window.__nonce__} />);
