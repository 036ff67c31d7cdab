// LessonsView.tsx: the view `#/lessons`.
import { t } from '../i18n';

export function LessonsView() {
  return <p class="empty">{t('lessons.title')}</p>;
}
