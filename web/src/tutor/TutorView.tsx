// TutorView.tsx: the view `#/tutor`.
import { t } from '../i18n';

export function TutorView() {
  return <p class="empty">{t('tutor.title')}</p>;
}
