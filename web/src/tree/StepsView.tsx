// StepsView.tsx: Monte Carlo search step by step.
import { t } from '../i18n';

export function StepsView() {
  return <p class="empty">{t('tree.steps')}</p>;
}
