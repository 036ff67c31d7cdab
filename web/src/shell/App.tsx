// App.tsx: the frame: bar on top, the view that is open, notices.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { t } from '../i18n';
import { prefs, type Theme } from '../prefs';
import { hashOf, open, route } from '../route';
import { useStore } from '../store';
import { views } from '../views';
import { HelpDialog } from './Help';
import { useKeys } from './keys';
import { notice, tell } from './notice';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

function Bar({ onHelp, children }: { onHelp: () => void; children?: ComponentChildren }) {
  const { language, theme } = useStore(prefs);
  const { view } = useStore(route), within = views.find((one) => one.name === view)?.aside;
  return (
    <header class="bar">
      <a class="brand" href="#/play"><img src="assets/icon.svg" alt="" width="20" height="20" /><b>Banyan</b></a>
      <nav aria-label={t('nav.views')}>
        {views.filter((one) => !one.aside).map((one) => <a key={one.name} href={hashOf(one.name, {})} aria-current={one.name === view ? 'page' : one.name === within ? 'true' : undefined}>{t(one.title)}</a>)}
      </nav>
      <div class="bar-tools">
        {children}
        <button type="button" class="quiet" title={t('shell.language')} aria-label={t('shell.language')}
          onClick={() => prefs.patch({ language: language === 'en' ? 'fr' : 'en' })}>{language.toUpperCase()}</button>
        <button type="button" class="quiet" title={t(`shell.theme.${theme}`)} aria-label={t(`shell.theme.${theme}`)}
          onClick={() => prefs.patch({ theme: NEXT[theme] })}>{theme === 'light' ? '○' : theme === 'dark' ? '●' : '◐'}</button>
        <button type="button" class="quiet" title={t('shell.help')} aria-label={t('shell.help')} onClick={onHelp}>?</button>
      </div>
    </header>
  );
}

function Connection() {
  const state = useStore(engine.connection);
  const [lost, setLost] = useState(false);
  useEffect(() => engine.on('back', ({ gap }) => { if (!gap) tell(t('shell.back')); }), []);
  useEffect(() => setLost(state === 'offline'), [state]);
  return <div role="alert" class={lost ? 'banner' : 'hidden'}>{lost ? t('shell.offline') : ''}</div>;
}

function NoticeLine() {
  const now = useStore(notice);
  return (
    <div class={now ? `notice ${now.kind}` : 'hidden'} role={now?.kind === 'error' ? 'alert' : 'status'}>
      {now && <span>{now.text}</span>}
      {now?.action && <button type="button" onClick={() => { notice.set(null); now.action!.run(); }}>{now.action.label}</button>}
      {now && <button type="button" class="quiet" aria-label={t('shell.dismiss')} onClick={() => notice.set(null)}>✕</button>}
    </div>
  );
}

export function App() {
  const { view } = useStore(route);
  useStore(prefs); // another language: all is drawn again
  const [help, setHelp] = useState(false);
  useKeys({ '?': () => setHelp(true) });
  const open_ = views.find((one) => one.name === view);
  const [Tools, View] = [open_?.Tools, open_?.View];
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>('.board')?.focus(); }}>{t('nav.skip')}</a>
      <Bar onHelp={() => setHelp(true)}>{Tools && <Tools />}</Bar>
      <Connection />
      <main id="main">
        <h1 class="hidden">Banyan{open_ ? `: ${t(open_.title)}` : ''}</h1>
        {View ? <View /> : <p class="empty">{t('shell.nothing')} <button type="button" onClick={() => open('play')}>{t('shell.toPlay')}</button></p>}
      </main>
      <NoticeLine />
      {help && <HelpDialog onClose={() => setHelp(false)} />}
    </>
  );
}
