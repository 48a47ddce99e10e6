import '../design/tokens.css';
import '../design/base.css';
import '../design/components.css';
import '../frame/frame.css';
import './reference.css';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '../frame/theme.ts';
import { ReferencePage } from './reference-page.tsx';

applyStoredTheme();

const place = document.getElementById('root');
if (place !== null) {
  createRoot(place).render(
    <I18nProvider locale="en-US">
      <ReferencePage />
    </I18nProvider>,
  );
}
