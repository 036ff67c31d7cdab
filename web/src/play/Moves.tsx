// Moves.tsx: the moves that were played; a click goes there.
import { word } from '../i18n';
import { useStore } from '../store';
import { goTo, table } from '../table';
import { useMoveMarks } from '../watch/moveMarks';

export function Moves() {
  const { line, ply } = useStore(table);
  const marks = useMoveMarks();
  return (
    <ol class="moves">
      {(line?.moves ?? []).map((move, i) => {
        const mark = marks.get(i);
        return (
          <li key={i}>
            <button type="button" class={`move ${mark?.kind ?? ''}`} aria-current={i + 1 === ply ? 'step' : undefined} title={mark?.title} onClick={() => goTo(i + 1)}>
              <span class="ply">{i + 1}</span> <b>{word(move)}{mark ? ` ${mark.text}` : ''}</b>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
