// Records.tsx: opening records: typed, pasted, chosen, dropped; saving them.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { findGame } from '../catalogue';
import { engine } from '../engine';
import { moment, t, word } from '../i18n';
import { tell } from '../shell/notice';
import { Dialog } from '../shell/parts';
import { sentence } from '../table';
import type { RecordGame, Session } from '../types';
import { readFile, readText, saveAs, type Loaded } from './recordFiles';

type Open = (game: RecordGame, format: string) => void;

/** What the reader brought along to begin with. */
export interface Brought { text?: string; file?: File }

export function LoadDialog({ brought, onOpen, onSession, onClose }: { brought: Brought; onOpen: Open; onSession: (id: string) => void; onClose: () => void }) {
  const [text, setText] = useState(brought.text ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [found, setFound] = useState<Loaded | null>(null);
  const read = async (reading: () => Promise<Loaded>) => {
    setBusy(true);
    setError(null);
    try {
      const loaded = await reading();
      if (loaded.games.length === 1) onOpen(loaded.games[0], loaded.format);
      else setFound(loaded);
    } catch (problem) {
      setError(sentence(problem));
    }
    setBusy(false);
  };
  useEffect(() => {
    if (brought.file) void read(() => readFile(brought.file!));
    else if (brought.text) void read(() => readText(brought.text!));
  }, []);
  const submit = (event: Event) => { event.preventDefault(); void read(() => readText(text)); };
  return (
    <Dialog title={t('play.loadTitle')} onClose={onClose}>
      {found ? <Choice found={found} onOpen={onOpen} /> : (
        <form onSubmit={submit} class="load">
          <p class="muted" id="load-help">{t('play.loadHelp')}</p>
          <textarea data-first rows={8} aria-label={t('play.record')} aria-describedby="load-help" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          <input type="file" aria-label={t('play.file')} onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) void read(() => readFile(file)); }} />
          {error && <p class="error" role="alert">{error} {t('play.tableKept')}</p>}
          <button type="submit" class="primary" disabled={busy || !text.trim()}>{busy ? t('play.reading') : t('play.read')}</button>
        </form>
      )}
      {!found && <Recent onSession={onSession} />}
    </Dialog>
  );
}

/** Games that the engine keeps: to go on with. */
function Recent({ onSession }: { onSession: (id: string) => void }) {
  const [list, setList] = useState<any[]>([]);
  const [ends, setEnds] = useState<Record<string, string>>({});
  const begun = list.filter((one) => one.ply > 0).slice(0, 20);
  useEffect(() => { engine.sessions().then(setList, () => setList([])); }, []);
  // The list does not say how games ended: the games do, one after the other.
  useEffect(() => {
    let open = true;
    void (async () => {
      for (const { id, state } of begun) {
        if (!open) return;
        if (state !== 'over') continue;
        const text = await engine.session(id).then((one) => one.result?.text, () => undefined);
        if (open && text) setEnds((before) => ({ ...before, [id]: text }));
      }
    })();
    return () => { open = false; };
  }, [list]);
  if (!begun.length) return null;
  return (
    <section class="recent"><h3>{t('play.recentTitle')}</h3>
      <ol class="choice">{begun.map((one) => (
        <li key={one.id}><button type="button" onClick={() => onSession(one.id)}>
          <b>{findGame(one.game)?.title ?? one.game}</b> {one.label} · {(one.players ?? []).map(word).join(' – ')} · {t(one.ply === 1 ? 'play.oneMove' : 'play.nMoves', { n: one.ply })} · {one.state === 'over' ? ends[one.id] ?? t('play.over') : t('play.unfinished')} · {moment(one.changed)}
        </button></li>
      ))}</ol>
    </section>
  );
}

function Choice({ found, onOpen }: { found: Loaded; onOpen: Open }) {
  return (
    <>
      <p>{t('play.which', { n: found.games.length })}</p>
      <ol class="choice">
        {found.games.slice(0, 200).map((game, i) => (
          <li key={i}><button type="button" onClick={() => onOpen(game, found.format)}>
            {[game.info.first, game.info.second].filter(Boolean).join(' – ') || findGame(game.line.game)?.title} {game.info.result ?? ''} ({game.line.moves.length})
          </button></li>
        ))}
      </ol>
    </>
  );
}

export function SaveMenu({ session }: { session: Session }) {
  const formats = findGame(session.line.game)?.game.formats ?? [];
  const save = async (format: string) => {
    try { tell(await saveAs(session, format)); } catch (error) { tell(sentence(error), { kind: 'error' }); }
  };
  return (
    <select class="save" aria-label={t('play.saveAs')} title={t('play.saveAs')} value="" onChange={(event) => { void save(event.currentTarget.value); event.currentTarget.value = ''; }}>
      <option value="" disabled hidden>{t('play.save')}</option>
      {formats.map((format) => <option key={format} value={format}>{format.toUpperCase()}</option>)}
    </select>
  );
}

/** Records that are dropped on the page or pasted into it, wherever that is. */
export function useBrought(onBring: (brought: Brought) => void): boolean {
  const [over, setOver] = useState(false);
  useLayoutEffect(() => {
    const typing = () => /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text');
      if (!text?.trim() || typing() || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onBring({ text });
    };
    const drag = (event: DragEvent) => { event.preventDefault(); setOver(true); };
    const leave = (event: DragEvent) => { if (!event.relatedTarget) setOver(false); };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0], text = event.dataTransfer?.getData('text');
      if (file) onBring({ file });
      else if (text) onBring({ text });
    };
    const events: [string, (event: any) => void][] = [['paste', paste], ['dragover', drag], ['dragleave', leave], ['drop', drop]];
    for (const [name, handle] of events) addEventListener(name, handle);
    return () => events.forEach(([name, handle]) => removeEventListener(name, handle));
  });
  return over;
}
