// GrowView.tsx: the tree of the position on the board, as it grows.
import { t } from '../i18n';

export function GrowView() {
  return <p class="empty">{t('tree.grow')}</p>;
}
