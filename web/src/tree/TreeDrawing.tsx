// TreeDrawing.tsx: a tree as a picture to walk through: zoom, pan, keys, a node to choose. It knows no search.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { useFollowing } from '../store';
import { barOf, edgeTo, fitting, layOut, LINE, outlineOf, textTop, type DrawnNode, type Layout, type Placed } from './layout';

export type { DrawnNode } from './layout';

export interface TreeDrawingProps {
  root: DrawnNode;
  chosen: string | null;
  /** A node was chosen; the one that is chosen already was chosen again. */
  onChoose: (id: string) => void;
  onAgain?: (id: string) => void;
  /** The tree in one sentence, for those who do not see it. */
  label: string;
}

interface View { scale: number; x: number; y: number }

const MARGIN = 20, LARGEST = 4, SMALLEST = 0.08, READABLE = 0.8, LEGIBLE = 0.58, FASTER = 1.25;
const STATES = ['plain', 'cut', 'new', 'path'] as const;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** All of it if it can be made out so (or must), else as large as can be read, with the root in sight. */
function fit({ width, height, nodes }: Layout, room: { width: number; height: number }, all: boolean): View {
  const whole = Math.min(1, (room.width - 2 * MARGIN) / width, (room.height - 2 * MARGIN) / height);
  const scale = clamp(all || whole >= LEGIBLE ? whole : Math.max(whole, READABLE), SMALLEST, 1);
  const wide = width * scale > room.width - 2 * MARGIN;
  return { scale, x: wide ? clamp(room.width / 2 - nodes[0].x * scale, room.width - MARGIN - width * scale, MARGIN) : (room.width - width * scale) / 2, y: MARGIN };
}

const stateOf = ({ node }: Placed) => node.state ?? 'plain';

function Edges({ nodes }: { nodes: Placed[] }) {
  const below = nodes.filter((one) => one.parent);
  return (
    <>
      {STATES.map((state) => {
        const lines = below.filter((one) => stateOf(one) === state);
        return lines.length > 0 && <path key={state} class={`edge ${state}`} d={lines.map(edgeTo).join('')} />;
      })}
      <path class="strike" d={below.filter((one) => stateOf(one) === 'cut').map((one) => {
        const [x, y] = [(one.x + one.parent!.x) / 2, (one.y + one.parent!.y + one.parent!.height) / 2];
        return `M${x - 8} ${y + 5}L${x + 8} ${y - 5}M${x - 8} ${y + 10}L${x + 8} ${y}`;
      }).join('')} />
      {below.filter((one) => one.node.edge).map((one) => <text key={one.node.id} class="edge-label" x={(one.x + 2 * one.x + one.parent!.x) / 4 + 5} y={one.y - 14}>{one.node.edge}</text>)}
    </>
  );
}

function Node({ placed, chosen, focus, onPress, onFocus }: { placed: Placed; chosen: boolean; focus: boolean; onPress: () => void; onFocus: () => void }) {
  const { node, depth, parent } = placed, top = textTop(placed);
  const siblings = parent?.children ?? [placed];
  return (
    <g class={`node ${node.shape ?? 'box'} ${stateOf(placed)}${chosen ? ' chosen' : ''}`} role="treeitem" data-node={node.id} tabindex={focus ? 0 : -1}
      aria-level={depth + 1} aria-setsize={siblings.length} aria-posinset={siblings.indexOf(placed) + 1} aria-selected={chosen}
      aria-expanded={placed.children.length ? true : undefined} onClick={onPress} onFocus={onFocus}>
      <path class="shape" d={outlineOf(placed)} />
      {node.label && <text class="name" x={placed.x} y={top}>{node.label} </text>}
      {node.lines.map((line, i) => <text key={i} x={placed.x} y={top + LINE * (i + (node.label ? 1 : 0))}>{line} </text>)}
    </g>
  );
}

/** The node that an arrow leads to. */
function neighbour(nodes: Placed[], from: Placed, key: string): Placed | null {
  if (key === 'ArrowUp') return from.parent;
  if (key === 'ArrowDown') return from.children[0] ?? null;
  if (key === 'Home') return nodes[0];
  const row = nodes.filter((one) => one.depth === from.depth).sort((a, b) => a.x - b.x);
  return row[row.indexOf(from) + (key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : NaN)] ?? null;
}

function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 600 });
  useLayoutEffect(() => {
    const measure = () => { const box = ref.current!; setRoom({ width: box.clientWidth, height: box.clientHeight }); };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return { ref, room };
}

export function TreeDrawing({ root, chosen, onChoose, onAgain, label }: TreeDrawingProps) {
  const { ref, room } = useRoom();
  const layout = useMemo(() => layOut(fitting(root)), [root]);
  const [own, setOwn] = useState<View | null>(null); // null: as it fits
  const [focus, setFocus] = useFollowing<string | null>(null, chosen); // who steps on is told of the step, not of what was looked at before
  const drag = useRef<{ x: number; y: number; view: View; moved: boolean } | null>(null);
  const view = own ?? fit(layout, room, false);
  const { nodes } = layout;
  const here = nodes.find((one) => one.node.id === (focus ?? chosen)) ?? nodes[0];

  const zoom = (by: number, at = { x: room.width / 2, y: room.height / 2 }) => {
    const scale = clamp(view.scale * by, SMALLEST, LARGEST), ratio = scale / view.scale;
    setOwn({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio });
  };
  const all = () => setOwn(fit(layout, room, true));
  const press = (id: string) => {
    if (drag.current?.moved) return;
    setFocus(id);
    if (id === chosen && onAgain) onAgain(id);
    else onChoose(id);
  };
  /** Brings a node into sight. */
  const reveal = ({ x, y, width, height }: Placed) => {
    const left = view.x + (x - width / 2) * view.scale, top = view.y + y * view.scale;
    const dx = clamp(left, MARGIN, Math.max(MARGIN, room.width - MARGIN - width * view.scale)) - left;
    const dy = clamp(top, MARGIN, Math.max(MARGIN, room.height - MARGIN - height * view.scale)) - top;
    if (dx || dy) setOwn({ ...view, x: view.x + dx, y: view.y + dy });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = neighbour(nodes, here, event.key);
    if (event.key === '+' || event.key === '=') zoom(FASTER);
    else if (event.key === '-') zoom(1 / FASTER);
    else if (event.key === '0') all();
    else if (event.key === 'Enter' || event.key === ' ') press(here.node.id);
    else if (next) {
      setFocus(next.node.id);
      reveal(next);
      ref.current!.querySelector<SVGElement>(`[data-node="${CSS.escape(next.node.id)}"]`)?.focus({ preventScroll: true });
    } else if (!/^(Arrow|Home)/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useLayoutEffect(() => { // not passive: the page must not zoom with it
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = ref.current!.getBoundingClientRect();
      zoom(event.deltaY < 0 ? FASTER : 1 / FASTER, { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    const box = ref.current!;
    box.addEventListener('wheel', wheel, { passive: false });
    return () => box.removeEventListener('wheel', wheel);
  });
  const onDown = (event: PointerEvent) => { if (event.button === 0) drag.current = { x: event.clientX, y: event.clientY, view, moved: false }; };
  const onMove = (event: PointerEvent) => {
    const from = drag.current;
    if (!from || !event.buttons) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moved && Math.hypot(dx, dy) < 5) return;
    if (!from.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    from.moved = true;
    setOwn({ ...from.view, x: from.view.x + dx, y: from.view.y + dy });
  };

  return (
    <div class="tree-drawing">
      <div class="tree-room" ref={ref} role="tree" aria-label={label} onKeyDown={onKey} onPointerDown={onDown} onPointerMove={onMove}>
        <svg role="presentation" width={room.width} height={room.height}>
          <g transform={`translate(${view.x.toFixed(1)} ${view.y.toFixed(1)}) scale(${view.scale.toFixed(4)})`}>
            <Edges nodes={nodes} />
            {nodes.map((placed) => (
              <Node key={placed.node.id} placed={placed} chosen={placed.node.id === chosen} focus={placed === here} onPress={() => press(placed.node.id)} onFocus={() => setFocus(placed.node.id)} />
            ))}
            <path class="share" d={nodes.map(barOf).join('')} />
          </g>
        </svg>
      </div>
      <div class="tree-zoom" role="group" aria-label={t('tree.zoom')}>
        <button type="button" title={`${t('tree.larger')} (+)`} aria-label={t('tree.larger')} onClick={() => zoom(FASTER)}>+</button>
        <button type="button" title={`${t('tree.smaller')} (−)`} aria-label={t('tree.smaller')} onClick={() => zoom(1 / FASTER)}>−</button>
        <button type="button" title={`${t('tree.whole')} (0)`} aria-label={t('tree.whole')} onClick={own ? () => setOwn(null) : all}>⤢</button>
      </div>
      <p class="tree-why" aria-live="polite">{here.node.title ?? ''}</p>
    </div>
  );
}
