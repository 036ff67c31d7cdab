// Tabs.tsx: the kinds of trees side by side, and the tutor beside them.
import { t } from '../i18n';
import { hashOf } from '../route';
import { MODES, turnTo, type Mode } from './address';

/** `mode`: the one that is open; null: the tutor. */
export function Tabs({ mode }: { mode: Mode | null }) {
  const turn = (event: Event, to: Mode) => { if (mode) { event.preventDefault(); turnTo({ mode: to }); } }; // within the view the position stays
  return (
    <nav class="tree-tabs" aria-label={t('tree.modes')}>
      {MODES.map((one) => <a key={one} href={hashOf('tree', { mode: one })} aria-current={one === mode ? 'page' : undefined} onClick={(event) => turn(event, one)}>{t(`tree.${one}`)}</a>)}
      <a href="#/tutor" aria-current={mode ? undefined : 'page'}>{t('tree.toTutor')}</a>
    </nav>
  );
}
