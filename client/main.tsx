import { styleNonce } from './platform/style-nonce.ts';
import './ui/fonts.css';
import './ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';
import { applyBrand } from './app/apply-brand.ts';

applyBrand();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(<Application nonce={styleNonce} />);
