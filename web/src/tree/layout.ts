// layout.ts: where the nodes of a tree stand. Children stand side by side as close as their subtrees' outlines allow, parents
// above the middle of their children (after Reingold and Tilford); what would be too much for one picture is folded together.

/** A node as it is drawn: who draws a search makes these. */
export interface DrawnNode {
  id: string;
  label: string;
  /** Below the label, one line each. */
  lines: string[];
  /** The bar at the bottom, 0 to 1. */
  share?: number;
  shape?: 'box' | 'max' | 'min' | 'chance' | 'leaf' | 'more';
  state?: 'plain' | 'path' | 'new' | 'cut';
  /** What stands beside the edge that leads here. */
  edge?: string;
  /** Why, in words: told when the node is looked at. */
  title?: string;
  children: DrawnNode[];
}

export interface Placed {
  node: DrawnNode;
  parent: Placed | null;
  depth: number;
  /** The middle of the top. */
  x: number;
  y: number;
  width: number;
  height: number;
  children: Placed[];
}
export interface Layout { nodes: Placed[]; width: number; height: number }

const LETTER = 7.4, LETTER_SMALL = 6.4; // widths of letters, roughly
const WIDE = /[=+−<>≤≥∞…✓✗→]/g, NARROW = /[(),]/g; // by half
const PAD = 16, LEAST = 56, LEAF = 34, GAP = 10;
export const LINE = 17;
const POINT = 8; // how far the tips of max and min stand out
const ROW_GAP = 58;

const lettersOf = (text: string): number => text.length + ((text.match(WIDE)?.length ?? 0) - (text.match(NARROW)?.length ?? 0)) / 2;
const widthOf = (node: DrawnNode): number =>
  Math.max(node.shape === 'leaf' ? LEAF : LEAST, PAD + LETTER * lettersOf(node.label), ...node.lines.map((line) => PAD + LETTER_SMALL * lettersOf(line)));
const tipped = (node: DrawnNode) => node.shape === 'max' || node.shape === 'min' || node.shape === 'chance';
const heightOf = (node: DrawnNode): number =>
  12 + LINE * (node.lines.length + (node.label ? 1 : 0)) + (node.share === undefined ? 0 : 6) + (tipped(node) ? POINT : 0);

/** How far a subtree reaches to the left and right of its root at each depth. */
interface Outline { left: number[]; right: number[] }

function put(placed: Placed, offsets: Map<Placed, number>): Outline {
  const own: Outline = { left: [-placed.width / 2], right: [placed.width / 2] };
  if (!placed.children.length) return own;
  const shift: number[] = [], all: Outline = { left: [], right: [] };
  placed.children.forEach((child, i) => {
    const outline = put(child, offsets);
    let by = 0;
    if (i > 0) by = Math.max(...outline.left.map((left, depth) => (depth < all.right.length ? all.right[depth] - left + GAP : -Infinity)));
    shift.push(by);
    outline.left.forEach((left, depth) => {
      if (depth >= all.left.length) all.left.push(left + by);
      all.right[depth] = outline.right[depth] + by;
    });
  });
  const middle = (shift[0] + shift[shift.length - 1]) / 2;
  placed.children.forEach((child, i) => offsets.set(child, shift[i] - middle));
  return { left: [...own.left, ...all.left.map((left) => left - middle)], right: [...own.right, ...all.right.map((right) => right - middle)] };
}

/** Places a tree: (0, 0) is the upper left corner of all of it. */
export function layOut(root: DrawnNode): Layout {
  const nodes: Placed[] = [], rows: number[] = [];
  const make = (node: DrawnNode, parent: Placed | null, depth: number): Placed => {
    const placed: Placed = { node, parent, depth, x: 0, y: 0, width: widthOf(node), height: heightOf(node), children: [] };
    nodes.push(placed);
    rows[depth] = Math.max(rows[depth] ?? 0, placed.height);
    placed.children = node.children.map((child) => make(child, placed, depth + 1));
    return placed;
  };
  const top = make(root, null, 0);
  const offsets = new Map<Placed, number>();
  const outline = put(top, offsets);
  const left = Math.min(...outline.left), right = Math.max(...outline.right);
  const tops = rows.map((_, i) => rows.slice(0, i).reduce((sum, height) => sum + height + ROW_GAP, 0));
  for (const placed of nodes) { // parents come before their children
    placed.x = placed.parent ? placed.parent.x + offsets.get(placed)! : -left;
    placed.y = tops[placed.depth];
  }
  return { nodes, width: right - left, height: tops[tops.length - 1] + rows[rows.length - 1] };
}

/** The outline of a node's box as a path: the corners are round, max points up, min down, chance to both sides. */
export function outlineOf({ node, x, y, width, height }: Placed): string {
  const [l, r, t, b] = [x - width / 2, x + width / 2, y, y + height].map((value) => Math.round(value * 10) / 10);
  if (node.shape === 'max') return `M${l} ${t + POINT}L${x} ${t}L${r} ${t + POINT}V${b}H${l}Z`;
  if (node.shape === 'min') return `M${l} ${t}H${r}V${b - POINT}L${x} ${b}L${l} ${b - POINT}Z`;
  if (node.shape === 'chance') return `M${l + POINT} ${t}H${r - POINT}L${r} ${(t + b) / 2}L${r - POINT} ${b}H${l + POINT}L${l} ${(t + b) / 2}Z`;
  const c = node.shape === 'leaf' ? 2 : 7;
  return `M${l + c} ${t}H${r - c}Q${r} ${t} ${r} ${t + c}V${b - c}Q${r} ${b} ${r - c} ${b}H${l + c}Q${l} ${b} ${l} ${b - c}V${t + c}Q${l} ${t} ${l + c} ${t}Z`;
}

/** Where the first line of a node's text stands. */
export const textTop = ({ node, y }: Placed): number => y + 18 + (node.shape === 'max' ? POINT : tipped(node) ? POINT / 2 : 0);

export function edgeTo({ parent, x, y }: Placed): string {
  const from = parent!.y + parent!.height, middle = (from + y) / 2;
  return `M${parent!.x} ${from}C${parent!.x} ${middle} ${x} ${middle} ${x} ${y}`;
}

export const barOf = ({ node, x, y, width, height }: Placed): string =>
  node.share === undefined ? '' : `M${x - width / 2 + 2} ${y + height - 8}h${((width - 4) * Math.max(0, Math.min(1, node.share))).toFixed(1)}v6H${x - width / 2 + 2}Z`;

/* --- not more than fits a picture ------------------------------------------------------------ */

export const MOST_ELEMENTS = 400;
const FRAME = 12; // the picture itself, its groups, edges by state, bars, strokes through what is cut

/** SVG elements that a tree takes when drawn. */
export const elementsOf = (root: DrawnNode): number => FRAME + cost(root);
const cost = (node: DrawnNode): number =>
  2 + (node.label ? 1 : 0) + node.lines.length + (node.edge ? 1 : 0) + node.children.reduce((sum, child) => sum + cost(child), 0);

function cutTo(root: DrawnNode, most: number): DrawnNode {
  const all: { node: DrawnNode; parent: DrawnNode | null; rank: number }[] = [];
  const list = (node: DrawnNode, parent: DrawnNode | null, depth: number) => {
    all.push({ node, parent, rank: node.state === 'path' || node.state === 'new' ? -1 : depth });
    for (const child of node.children) list(child, node, depth + 1);
  };
  list(root, null, -1);
  all.sort((a, b) => a.rank - b.rank);
  const kept = new Set<DrawnNode>();
  for (const { node, parent } of all) if (kept.size < most && (!parent || kept.has(parent))) kept.add(node);
  const copy = (node: DrawnNode): DrawnNode => {
    const children = node.children.filter((child) => kept.has(child)).map(copy);
    const gone = node.children.filter((child) => !kept.has(child));
    if (gone.length) children.push({ id: `${node.id}/+`, label: `+${gone.length}`, lines: [], shape: 'more', children: [] });
    return { ...node, children };
  };
  return copy(root);
}

/** The tree, or as much of it as one picture holds: the path first, then what is near to the root. */
export function fitting(root: DrawnNode, most = MOST_ELEMENTS): DrawnNode {
  let shown = root;
  for (let nodes = Math.floor(most / 3); elementsOf(shown) > most && nodes > 0; nodes -= 3) shown = cutTo(root, nodes);
  return shown;
}
