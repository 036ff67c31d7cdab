// ArenaView.tsx: the view `#/arena`.
import { t } from '../i18n';

export function ArenaView() {
  return <p class="empty">{t('arena.title')}</p>;
}
