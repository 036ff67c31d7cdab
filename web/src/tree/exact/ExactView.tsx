// ExactView.tsx: alpha-beta and minimax step by step.
import { t } from '../../i18n';

export function ExactView() {
  return <p class="empty">{t('tree.exact')}</p>;
}
