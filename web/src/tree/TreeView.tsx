// TreeView.tsx: the view `#/tree`.
import { t } from '../i18n';

export function TreeView() {
  return <p class="empty">{t('tree.title')}</p>;
}
