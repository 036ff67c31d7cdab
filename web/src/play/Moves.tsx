// Moves.tsx: the moves that were played; a click goes there.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { word } from '../i18n';
import { useStore } from '../store';
import { goTo, table } from '../table';
import { useMoveMarks } from '../watch/moveMarks';

export function Moves() {
  const { line, ply } = useStore(table);
  const marks = useMoveMarks();
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => { // the move that is shown stays in sight, without moving the page
    const [box, here] = [list.current, list.current?.children[ply - 1] as HTMLElement | undefined];
    if (!box || !here) return;
    if (here.offsetTop < box.scrollTop) box.scrollTop = here.offsetTop;
    else if (here.offsetTop + here.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = here.offsetTop + here.offsetHeight - box.clientHeight;
  }, [ply, line]);
  return (
    <ol class="moves" ref={list}>
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
