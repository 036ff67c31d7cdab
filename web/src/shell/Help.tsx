// Help.tsx: the keys.
import { t, type Key } from '../i18n';
import { Dialog } from './parts';

const KEYS: [string, Key][] = [
  ['← → ↑ ↓', 'keys.arrows'], ['Shift ← →', 'keys.shift'], ['Home End', 'keys.ends'], ['Enter', 'keys.enter'], ['Space', 'keys.space'], ['u', 'keys.u'], ['h', 'keys.h'],
  ['p', 'keys.p'], ['n', 'keys.n'], ['Esc', 'keys.esc'], ['?', 'keys.help'],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="keys">{KEYS.map(([key, what]) => <div key={key}><dt>{key.split(' ').map((one) => <kbd key={one}>{one}</kbd>)}</dt><dd>{t(what)}</dd></div>)}</dl>
      <p class="muted">{t('keys.about')} <a href="assets/notices.txt">{t('keys.notices')}</a></p>
    </Dialog>
  );
}
