// LabView.tsx: the view `#/lab`.
import { t } from '../i18n';

export function LabView() {
  return <p class="empty">{t('lab.title')}</p>;
}
