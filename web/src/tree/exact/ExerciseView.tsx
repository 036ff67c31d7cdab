// ExerciseView.tsx: explicit trees to solve.
import { t } from '../../i18n';

export function ExerciseView() {
  return <p class="empty">{t('tree.exercise')}</p>;
}
