// Games.tsx: the games of a cell; each opens in Play or in Review.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { lineParams } from '../play/setup';
import { open } from '../route';
import { tell } from '../shell/notice';
import { CopyButton, Dialog } from '../shell/parts';
import { sentence } from '../table';
import { gameOf, gamesOf, type CellGames, type Report, type StoredGame } from './lab';
import { Check } from './Work';

const MOST = 50;

const resultOf = ({ points }: StoredGame): string => t(points === 2 ? 'lab.aWon' : points === 0 ? 'lab.bWon' : 'lab.drawn');

export function GamesDialog({ report, cell, onClose }: { report: Report; cell: string; onClose: () => void }) {
  const [found, setFound] = useState<CellGames | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => { gamesOf(report, cell).then(setFound, (problem) => setError(sentence(problem))); }, [cell, report]);
  const go = (view: 'play' | 'review', number: number) => gameOf(report, cell, number).then(
    (line) => open(view, { ...lineParams(line), ...(view === 'play' ? { first: 'human', second: 'human' } : {}) }),
    (problem) => tell(sentence(problem), { kind: 'error' }));
  const games = found?.games ?? [];
  return (
    <Dialog title={t('lab.gamesOf', { cell })} onClose={onClose} className="wide lab-games">
      {error && <p class="error" role="alert">{error}</p>}
      {!found && !error && <p class="muted" role="status">{t('lab.loading')}</p>}
      {found && (
        <>
          <dl class="players"><dt>a</dt><dd><code>{found.a}</code></dd><dt>b</dt><dd><code>{found.b}</code></dd></dl>
          <p>{t('lab.score', { won: found.won ?? 0, drawn: found.drawn ?? 0, lost: found.lost ?? 0 })} {found.check && <CopyButton text={found.check} label={t('shell.copy')} />}</p>
          <Check report={report} cell={cell} />
          <ul class="games">
            {(all ? games : games.slice(0, MOST)).map((game) => (
              <li key={game.number}>
                <span>{t('lab.gameLine', { n: game.number })}</span><b>{resultOf(game)}</b>
                <span class="muted">{t('lab.first', { who: game.first })}, {t('lab.plies', { n: game.plies })}</span>
                <span class="row">
                  <button type="button" aria-label={t('lab.openIn', { n: game.number, view: t('lab.play') })} onClick={() => void go('play', game.number)}>{t('lab.play')}</button>
                  <button type="button" aria-label={t('lab.openIn', { n: game.number, view: t('lab.review') })} onClick={() => void go('review', game.number)}>{t('lab.review')}</button>
                </span>
              </li>
            ))}
          </ul>
          {!all && games.length > MOST && <button type="button" class="bare" onClick={() => setAll(true)}>{t('lab.more', { n: games.length - MOST })}</button>}
        </>
      )}
    </Dialog>
  );
}
